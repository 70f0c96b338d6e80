import {
  foldName,
  isCorrected,
  searchWords,
  STEMMERS,
  type SearchWord,
} from '../../../core/feed/search-words.ts';

interface Searchable {
  readonly title: string;
  readonly description: string;
  readonly provider: string;
  readonly platform: string;
}

/** The columns of a listing that the feed filters by, or their sources. */
export interface SearchFields {
  readonly platform_key: string;
  readonly provider_key: string;
  /** The argument of the SQL function `listing_search`: a line of words without a stemmer, then a line for each stemmer. */
  readonly words: string;
  /** The same for the vocabulary: only words that searches correct typing errors to, without those that `isKnown`. */
  readonly vocabulary: string;
}

/** The search fields of a listing. */
export function toSearchFields(
  { title, description, provider, platform }: Searchable,
  isKnown: (word: string) => boolean = () => false,
): SearchFields {
  const words = searchWords(`${title} ${provider} ${platform} ${description}`);
  return {
    platform_key: foldName(platform),
    provider_key: foldName(provider),
    words: toLines(words),
    vocabulary: toLines(words.filter(({ text }) => isCorrected(text) && !isKnown(text))),
  };
}

function toLines(words: readonly SearchWord[]): string {
  if (words.length === 0) return '';
  const lines = [undefined, ...STEMMERS].map((stemmer) =>
    words.flatMap((word) => (word.stemmer === stemmer ? [word.text] : [])).join(' '),
  );
  return lines.join('\n');
}
