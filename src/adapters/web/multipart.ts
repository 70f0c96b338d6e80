import { DomainError } from '../../core/errors.ts';
import { MAX_IMAGE_BYTES } from '../../core/pictures/picture.ts';
import { FORM_LIMIT, MAX_FIELDS, MULTIPART } from './form.ts';

/** The largest form with a file, in bytes. */
export const MULTIPART_LIMIT = MAX_IMAGE_BYTES + FORM_LIMIT;
/** The longest headers of a part, in bytes. */
const HEADERS_LIMIT = 4_096;

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
  let length = 0;
  for (const [name, value] of await parse(body, contentType)) {
    if (typeof value === 'string') {
      length += name.length + value.length;
      if (length > FORM_LIMIT)
        throw new DomainError('PAYLOAD_TOO_LARGE', 'The texts of the form are too long: shorten them.');
      fields.append(name, value);
    } else if (name === 'picture' && value.size > 0) file = new Uint8Array(await value.arrayBuffer());
  }
  return { fields, file };
}

/** The parser makes an object of each part, and takes long for long headers: a body has few parts, with short headers. */
function requireFewParts(body: Buffer, delimiter: string): void {
  let at = body.indexOf(delimiter);
  for (let parts = 0; at !== -1; parts += 1) {
    if (parts > MAX_FIELDS)
      throw new DomainError('INVALID_PAYLOAD', `The form has more than ${MAX_FIELDS} fields.`);
    const start = at + delimiter.length;
    const isLast = body.toString('latin1', start, start + 2) === '--';
    if (!isLast && !body.subarray(start, start + HEADERS_LIMIT).includes('\r\n\r\n')) throw incomplete();
    at = body.indexOf(delimiter, start);
  }
}

/** By the parser of Node's fetch. */
async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw incomplete(cause);
  }
}

function incomplete(cause?: unknown): DomainError {
  return new DomainError('INVALID_PAYLOAD', 'The form is not complete: send it again.', { cause });
}
