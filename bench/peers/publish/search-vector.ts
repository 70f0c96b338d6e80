interface Searchable {
  readonly title: string;
  readonly provider: string;
  readonly platform: string;
  readonly description: string;
}

/** The words of a listing as the text of a tsvector. */
export function searchVector({ title, provider, platform, description }: Searchable): string {
  const words = `${title} ${provider} ${platform} ${description}`.normalize('NFKC').toLowerCase();
  return [...new Set(words.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])].map((word) => `'${word}'`).join(' ');
}
