import { DomainError } from '../../core/errors.ts';
import { MAX_IMAGE_BYTES } from '../../core/pictures/picture.ts';
import { FORM_LIMIT, MAX_FIELDS, MULTIPART } from './form.ts';

/** The largest form with a file, in bytes. */
export const MULTIPART_LIMIT = MAX_IMAGE_BYTES + FORM_LIMIT;

/** A form with at most one file. */
interface MultipartForm {
  readonly fields: URLSearchParams;
  readonly file: Uint8Array | undefined;
}

/** The fields of a form, and the file of its field `picture`, if one was chosen. Throws INVALID_PAYLOAD or PAYLOAD_TOO_LARGE. */
export async function parseMultipart(body: Buffer, contentType: string): Promise<MultipartForm> {
  requireFewParts(body, `--${MULTIPART.exec(contentType)?.[1] ?? ''}`);
  const fields = new URLSearchParams();
  let file: Uint8Array | undefined;
  for (const [name, value] of await parse(body, contentType)) {
    if (typeof value === 'string') fields.append(name, value);
    else if (name === 'picture' && value.size > 0) file = new Uint8Array(await value.arrayBuffer());
  }
  if (fields.toString().length > FORM_LIMIT * 3)
    throw new DomainError('PAYLOAD_TOO_LARGE', 'The texts of the form are too long: shorten them.');
  return { fields, file };
}

/** The parser makes an object of each part: a body has few. */
function requireFewParts(body: Buffer, delimiter: string): void {
  let at = -1;
  for (let parts = 0; parts <= MAX_FIELDS; parts += 1) {
    at = body.indexOf(delimiter, at + 1);
    if (at === -1) return;
  }
  throw new DomainError('INVALID_PAYLOAD', `The form has more than ${MAX_FIELDS} fields.`);
}

/** By the parser of Node's fetch. */
async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw new DomainError('INVALID_PAYLOAD', 'The form is not complete: send it again.', { cause });
  }
}
