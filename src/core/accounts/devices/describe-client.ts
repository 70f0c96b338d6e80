/** The most characters of a user agent that are read. */
const MAX_CHARACTERS = 512;

/** Browsers name the browsers that they resemble too: the first match is the right one. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * The program behind a User-Agent header (RFC 9110, section 10.1.5) in a few words, such as `Firefox, Windows` or `curl`; null if
 * the header names none. The header is what the client claims.
 */
export function describeClient(userAgent: string | null): string | null {
  const text = userAgent?.slice(0, MAX_CHARACTERS) ?? '';
  const browser = BROWSERS.find(([mark]) => text.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => text.includes(mark))?.[1];
  if (browser !== undefined) return system === undefined ? browser : `${browser}, ${system}`;
  return /^[\w.-]{1,40}/.exec(text)?.[0] ?? null;
}
