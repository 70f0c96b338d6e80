/** The signatures that service tokens may have (RFC 7518 section 3.1). */
export const TOKEN_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
/** The longest remaining lifetime of an accepted service token. */
export const MAX_TOKEN_SECONDS = 86_400;
