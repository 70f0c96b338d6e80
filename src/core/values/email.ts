import { z } from 'zod';

const MAX_ADDRESS = 254;
/** The accepted form; the domain may have letters of any script (RFC 5890 section 2.3.2.1). */
const WRITTEN =
  /^[a-zA-Z0-9_'+-]+(?:\.[a-zA-Z0-9_'+-]+)*@(?:[a-zA-Z0-9\p{L}\p{M}\p{N}-]+\.)+[a-zA-Z0-9\p{L}\p{M}\p{N}-]+$/u;
/** The stored form, in ASCII. */
const ADDRESS =
  /^[a-zA-Z0-9_'+-]+(?:\.[a-zA-Z0-9_'+-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/;
const ASCII = /^[\x20-\x7e]*$/;

const message = 'must be one plain e-mail address, such as name@example.com.';
const tooLong = `is too long: shorten it to ${MAX_ADDRESS} characters.`;

/**
 * One plain e-mail address (RFC 5321 Mailbox without quoting, comments, literals or lists), lower-cased, its domain in ASCII.
 * It is stricter than the RFC, so that an address cannot contain a second recipient, a header or a quotation; an
 * apostrophe is allowed as a letter. Lower-casing comes last, so that no other character can turn into an ASCII letter.
 */
export const emailAddress = z
  .string('is required: send an e-mail address.')
  .trim()
  .max(MAX_ADDRESS, { error: tooLong, abort: true })
  .regex(WRITTEN, { error: message, abort: true })
  .overwrite(toAsciiDomain)
  .refine((value) => ADDRESS.test(value), { error: message, abort: true })
  .refine((value) => value.length <= MAX_ADDRESS, tooLong)
  .refine((value) => value.indexOf('@') <= 64, 'must have at most 64 characters before the @.')
  .toLowerCase();

/** Converts an internationalised domain to its DNS form (UTS 46). A domain without one is returned unchanged, and refused later. */
function toAsciiDomain(address: string): string {
  if (ASCII.test(address)) return address;
  const at = address.lastIndexOf('@');
  const labels = address.slice(at + 1).split('.');
  const ascii = labels.map((label) => (ASCII.test(label) ? label : toAsciiLabel(label)));
  return ascii.includes(undefined) ? address : `${address.slice(0, at)}@${ascii.join('.')}`;
}

/** The A-label; undefined for a label that would turn into plain ASCII, as the Kelvin sign turns into k. */
function toAsciiLabel(label: string): string | undefined {
  if (label.startsWith('-') || label.endsWith('-')) return undefined;
  const [ascii] = URL.parse(`http://${label}.example/`)?.hostname.split('.') ?? [];
  return ascii?.startsWith('xn--') ? ascii : undefined;
}
