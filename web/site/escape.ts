// Parsers of HTML replace some control characters and treat others as errors; XML, and so a picture, allows none of them.
const CONTROLS = String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F`;
const EACH_CONTROL = new RegExp(`[${CONTROLS}]`, 'g');
const SPECIAL = new RegExp(`["&'<>${CONTROLS}]`);
const EACH_SPECIAL = new RegExp(SPECIAL, 'g');
const REFERENCES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};
const REPLACEMENT = '\uFFFD';

/** A text as the content of an element, or of an attribute in quotation marks. Its control characters become U+FFFD. */
export function escapeMarkup(text: string): string {
  // Most texts have nothing to escape.
  return SPECIAL.test(text)
    ? text.replaceAll(EACH_SPECIAL, (character) => REFERENCES[character] ?? REPLACEMENT)
    : text;
}

/** A text, or markup that something else has written, with U+FFFD in place of its control characters. */
export function replaceControls(text: string): string {
  return text.replaceAll(EACH_CONTROL, REPLACEMENT);
}
