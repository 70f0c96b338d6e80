import { z } from 'zod';

/** Whether the text has at most `limit` Unicode code points. */
export function fitsCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  if (text.length > limit * 2) return false;
  let count = 0;
  for (const _ of text) if (++count > limit) return false;
  return true;
}

// U+2800 and U+1D159 are symbols without a shape.
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\u{1D159}]/u;

/** Whether the text has a character that readers see: white space, format and filler characters are none. */
function isVisible(text: string): boolean {
  return text === '' || VISIBLE.test(text);
}

const INVISIBLE = 'has no visible character: send text that readers can see.';
const textMessage = (limit: number) => `must be a string of at most ${limit} characters.`;

function text(limit: number, whenMissing: string) {
  return (
    z
      .string({ error: (issue) => (issue.input === undefined ? whenMissing : textMessage(limit)) })
      // Forms send \r\n for one line end, which is one character.
      .overwrite((value) => value.replace(/\r\n?/g, '\n'))
      .trim()
      .refine((value) => fitsCodePoints(value, limit), `is too long: shorten it to ${limit} characters.`)
      .refine((value) => !value.includes('\u0000'), 'contains the character U+0000: remove it.')
      .refine((value) => value.isWellFormed(), 'contains half of a surrogate pair: send well-formed Unicode.')
      .meta({ maxLength: limit })
  );
}

/** A required text: trimmed, 1 to `limit` code points. */
export function requiredText(limit: number) {
  const missing = `is required: send 1 to ${limit} characters.`;
  return text(limit, missing)
    .refine((value) => value !== '', missing)
    .meta({ maxLength: limit, minLength: 1 });
}

/** An optional text, trimmed; absent, null and empty give the fallback. */
export function optionalText<Fallback extends string | null>(limit: number, fallback: Fallback) {
  return withFallback(text(limit, textMessage(limit)), fallback);
}

/** A required text that people read: `requiredText` with a visible character. */
export function requiredLabel(limit: number) {
  return requiredText(limit).refine(isVisible, INVISIBLE).meta({ maxLength: limit, minLength: 1 });
}

/** An optional text that people read: absent, null and empty give the fallback; any other needs a visible character. */
export function optionalLabel<Fallback extends string | null>(limit: number, fallback: Fallback) {
  const label = text(limit, textMessage(limit)).refine(isVisible, INVISIBLE).meta({ maxLength: limit });
  return withFallback(label, fallback);
}

function withFallback<Fallback extends string | null>(optional: z.ZodString, fallback: Fallback) {
  return optional
    .nullish()
    .transform((value) => value || fallback)
    .meta({ default: fallback });
}

/** What `isWebUrl` refuses in an absolute URL. */
export const NOT_IN_URL =
  'without user name, password, white space, quotation marks, angle brackets or backslashes.';
const urlMessage = `must be an absolute http:// or https:// URL ${NOT_IN_URL}`;

/** Whether the text is an absolute http(s) URL without user information (RFC 3986 3.2.1). */
export function isWebUrl(value: string): boolean {
  if (!/^https?:\/\/(?![^/?#]*@)[^\s\p{Cc}<>"\\/?#][^\s\p{Cc}<>"\\]*$/iu.test(value)) return false;
  // URL.canParse accepts some very long hosts that URL.parse and the constructor refuse.
  const url = URL.parse(value);
  return (
    (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === ''
  );
}

/** A required absolute http(s) URL, up to 2,048 code points. */
export function requiredUrl() {
  return requiredText(2048)
    .refine((value) => value === '' || isWebUrl(value), urlMessage)
    .meta({ maxLength: 2048, minLength: 1, format: 'uri' });
}

/** An optional absolute http(s) URL; absent, null and empty give ''. */
export function optionalUrl() {
  return text(2048, textMessage(2048))
    .refine((value) => value === '' || isWebUrl(value), urlMessage)
    .nullish()
    .transform((value) => value ?? '')
    .meta({ default: '' });
}
