const YEAR_SECONDS = 31_536_000;

/**
 * The headers of all responses as name, value, name, value. In production behind https, browsers use https alone for a year
 * (RFC 6797).
 */
export function createCommonHeaders(config: {
  readonly production: boolean;
  readonly PUBLIC_URL: string;
}): readonly string[] {
  const headers = ['x-content-type-options', 'nosniff'];
  const isSecure = config.production && config.PUBLIC_URL.startsWith('https:');
  return isSecure ? [...headers, 'strict-transport-security', `max-age=${YEAR_SECONDS}`] : headers;
}
