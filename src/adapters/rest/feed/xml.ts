/** Escapes text for XML content and attributes, and removes characters that XML 1.0 does not allow (section 2.2, Char). */
export function escapeXml(text: string): string {
  return escapeMarkup(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** Escapes text for an attribute, where a reader would take a raw line break or tab for a space (XML 1.0, section 3.3.3). */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Escapes plain text for the content of elements. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
