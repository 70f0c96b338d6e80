/** Words that this instance knows to be in the vocabulary. */
export interface KnownWords {
  has(word: string): boolean;
  /** Adds all words of a text with words in lines. */
  add(lines: string): void;
}

const MAX_WORDS = 100_000;

/** Remembers words, so that publishing sends only new ones; forgets all when it reaches the limit. */
export function createKnownWords(limit: number = MAX_WORDS): KnownWords {
  const words = new Set<string>();
  return {
    has: (word) => words.has(word),
    add(lines) {
      if (words.size >= limit) words.clear();
      for (const word of lines.split(/[\n ]/u)) if (word !== '') words.add(word);
    },
  };
}
