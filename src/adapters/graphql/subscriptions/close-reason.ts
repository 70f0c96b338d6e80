// A reason has at most 123 bytes (RFC 6455, 5.5), and repeats no more of what was sent than any other message.
const MOST_BYTES = 100;

/** A message, cut to what a closing WebSocket can say. */
export function toCloseReason(message: string): string {
  const bytes = Buffer.from(message);
  if (bytes.length <= MOST_BYTES) return message;
  // A character that was cut in half decodes to U+FFFD.
  const cut = bytes.subarray(0, MOST_BYTES).toString();
  return cut.slice(0, cut.endsWith('\uFFFD') ? -1 : undefined);
}
