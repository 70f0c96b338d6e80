import { useSite } from '../../site/context.ts';

interface PageLinksProps {
  readonly path: string;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** The links to the neighbours of a page of a list. */
export function PageLinks({ path, pageInfo }: PageLinksProps) {
  const { t, link } = useSite();
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  if (!hasNextPage && !hasPreviousPage) return null;
  return (
    <nav className="pager" aria-label={t.feed.pages}>
      {hasPreviousPage && startCursor !== null && (
        <a className="button is-quiet" rel="prev" href={link(path, { before: startCursor })}>
          {t.feed.previous}
        </a>
      )}
      {hasNextPage && endCursor !== null && (
        <a className="button" rel="next" href={link(path, { after: endCursor })}>
          {t.feed.next}
        </a>
      )}
    </nav>
  );
}
