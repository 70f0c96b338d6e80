import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.ts';

/** The largest form, in bytes. */
export const FORM_LIMIT = 65_536;
/** The most fields of a form. */
export const MAX_FIELDS = 200;
/** The type of a form with files, and its boundary (RFC 7578). */
export const MULTIPART = /^multipart\/form-data\s*;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/**
 * Refuses a form that another site may have sent: the Origin must be the site's own; where a browser sends none, Sec-Fetch-Site
 * must be `same-origin` (Fetch standard, Fetch Metadata). Throws UNAUTHORIZED.
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  const isOwn = origin === undefined ? fetchSite === 'same-origin' : origin === publicOrigin;
  if (isOwn) return;
  const message = `Forms are accepted only from pages of ${publicOrigin}: open the page there, then send the form again.`;
  throw new DomainError('UNAUTHORIZED', message, { reason: 'FOREIGN_ORIGIN' });
}

/** Throws UNSUPPORTED_MEDIA_TYPE unless the body is an uncompressed form, with files where the page takes them. */
export function requireFormType(headers: IncomingHttpHeaders, takesFiles = false): void {
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  const type = headers['content-type'] ?? '';
  if (isPlain && (FORM_TYPE.test(type) || (takesFiles && MULTIPART.test(type)))) return;
  const message = 'Send the form as application/x-www-form-urlencoded, uncompressed.';
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', message);
}

/** The fields of a form. Throws INVALID_PAYLOAD when it has too many. */
export function parseForm(body: Buffer): URLSearchParams {
  const text = body.toString('utf8');
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new DomainError('INVALID_PAYLOAD', `The form has more than ${MAX_FIELDS} fields.`);
  return new URLSearchParams(text);
}

const forms = new WeakMap<IncomingMessage, URLSearchParams>();

/** Keeps the form of a request, so that a page about its failure can show it again. */
export function keepForm(request: IncomingMessage, form: URLSearchParams): URLSearchParams {
  forms.set(request, form);
  return form;
}

/** The form of a request, if it was read. */
export function formOf(request: IncomingMessage): URLSearchParams | undefined {
  return forms.get(request);
}
