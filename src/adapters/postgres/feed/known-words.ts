/** Words that are in the vocabulary already, as far as this instance remembers. */
export interface KnownWords {
  has(word: string): boolean;
  /** Adds the words of lines of words. */
  add(lines: string): void;
}

const MOST_WORDS = 100_000;

/** Remembers words, so that publishing sends only new ones; when it holds too many, it begins anew. */
export function createKnownWords(limit: number = MOST_WORDS): KnownWords {
  const words = new Set<string>();
  return {
    has: (word) => words.has(word),
    add(lines) {
      if (words.size >= limit) words.clear();
      for (const word of lines.split(/[\n ]/u)) if (word !== '') words.add(word);
    },
  };
}
