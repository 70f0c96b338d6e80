import { useSite } from '../site/context.ts';

interface NothingProps {
  /** The list, which its reader may have narrowed. */
  readonly path: string;
  readonly isNarrowed: boolean;
  readonly texts: {
    readonly none: string;
    readonly noneAdvice: string;
    readonly empty: string;
    readonly emptyAdvice: string;
  };
}

/** What a list without items says: which choice to remove or, without any, how the first item gets there. */
export function Nothing({ path, isNarrowed, texts }: NothingProps) {
  const { t, link } = useSite();
  return (
    <div className="nothing">
      <p>
        <strong>{isNarrowed ? texts.none : texts.empty}</strong>
      </p>
      <p>{isNarrowed ? texts.noneAdvice : texts.emptyAdvice}</p>
      <p>
        <a className="button" href={link(isNarrowed ? path : '/developers')}>
          {isNarrowed ? t.feed.clear : t.feed.begin}
        </a>
      </p>
    </div>
  );
}
