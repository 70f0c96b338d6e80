import { useSite } from '../site/context.ts';
import type { Parameters } from '../site/query.ts';

interface PagerProps {
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** The path of the list, and its parameters without those of a page. */
  readonly path: string;
  readonly parameters?: Parameters;
  /** Whether this is not the first page: the address has `after` or `before`. */
  readonly isInside: boolean;
}

/** Links to the pages before and after a page of a list, by the parameters `before` and `after`. */
export function Pager({ pageInfo, path, parameters = {}, isInside }: PagerProps) {
  const { t, link } = useSite();
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  if (!hasNextPage && !isInside) return null;
  return (
    <nav className="pager" aria-label={t.shell.pages}>
      {isInside && hasPreviousPage && startCursor !== null && (
        <a className="button is-quiet" rel="prev" href={link(path, { ...parameters, before: startCursor })}>
          {t.shell.previous}
        </a>
      )}
      {isInside && !hasPreviousPage && (
        <a className="button is-quiet" rel="prev" href={link(path, parameters)}>
          {t.shell.first}
        </a>
      )}
      {hasNextPage && endCursor !== null && (
        <a className="button" rel="next" href={link(path, { ...parameters, after: endCursor })}>
          {t.shell.next}
        </a>
      )}
    </nav>
  );
}
