/** The largest body of interface A, in bytes as received (interface section 8). */
export const PUBLISHER_BODY_LIMIT = 32_768;

/** The largest body of interface B, in bytes as received. */
export const PROVIDER_BODY_LIMIT = 65_536;

/** The sentence of the OpenAPI document about a body with this limit. */
export function describeLimit(bytes: number): string {
  return `At most ${bytes.toLocaleString('en-US')} bytes, uncompressed.`;
}
