// A reason has at most 123 bytes (RFC 6455, 5.5), and repeats no more of the input than other messages do.
const MAX_BYTES = 100;

/** Cuts a message to the length that the close frame of a WebSocket allows. */
export function toCloseReason(message: string): string {
  const bytes = Buffer.from(message);
  if (bytes.length <= MAX_BYTES) return message;
  // A character that was cut in half decodes to U+FFFD.
  const cut = bytes.subarray(0, MAX_BYTES).toString();
  return cut.slice(0, cut.endsWith('\uFFFD') ? -1 : undefined);
}
