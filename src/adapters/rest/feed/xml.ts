/** Escapes text for XML content and attributes, and removes characters that XML 1.0 does not allow (section 2.2, Char). */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** Escapes plain text for the content of elements. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
