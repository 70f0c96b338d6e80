import { DomainError } from '../../core/errors.ts';
import { MAX_IMAGE_BYTES } from '../../core/pictures/picture.ts';
import { FORM_LIMIT, MAX_FIELDS, MULTIPART } from './form.ts';

/** The largest form with a file, in bytes. */
export const MULTIPART_LIMIT = MAX_IMAGE_BYTES + FORM_LIMIT;
/** The longest headers of a part, in bytes. */
const HEAD_LIMIT = 4_096;

/** A form with at most one file. */
interface MultipartForm {
  readonly fields: URLSearchParams;
  readonly file: Uint8Array | undefined;
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Buffer;
}

/** As browsers write it (HTML standard 4.10.22.8): with quotes, which a name contains only encoded. */
const DISPOSITION =
  /^content-disposition:[ \t]*form-data;[ \t]*name="([^"\r\n]*)"[ \t]*(;[ \t]*filename\*?=)?/im;

/**
 * The fields of a form (RFC 7578), and the file of its field `picture`, if one was chosen. Throws INVALID_PAYLOAD or
 * PAYLOAD_TOO_LARGE. Only as much is decoded as fields may have, since the body may be as large as an image.
 */
export function parseMultipart(body: Buffer, contentType: string): MultipartForm {
  const fields = new URLSearchParams();
  let file: Uint8Array | undefined;
  let length = 0;
  for (const { name, isFile, content } of partsOf(body, MULTIPART.exec(contentType)?.[1] ?? '')) {
    if (isFile) {
      if (name === 'picture' && content.length > 0) file = new Uint8Array(content);
      continue;
    }
    length += name.length + content.length;
    if (length > FORM_LIMIT)
      throw new DomainError('PAYLOAD_TOO_LARGE', 'The texts of the form are too long: shorten them.');
    fields.append(name, content.toString('utf8'));
  }
  return { fields, file };
}

function* partsOf(body: Buffer, boundary: string): Iterable<Part> {
  const first = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  if (!body.subarray(0, first.length).equals(first)) throw incomplete();
  let position = first.length;
  for (let count = 0; !hasAt(body, position, '--'); count += 1) {
    if (count === MAX_FIELDS)
      throw new DomainError('INVALID_PAYLOAD', `The form has more than ${MAX_FIELDS} fields.`);
    const headLength = body.subarray(position, position + HEAD_LIMIT).indexOf('\r\n\r\n');
    if (headLength === -1 || !hasAt(body, position, '\r\n')) throw incomplete();
    const start = position + headLength + 4;
    const end = body.indexOf(delimiter, start);
    const [head, name, fileName] =
      DISPOSITION.exec(body.toString('utf8', position, position + headLength)) ?? [];
    if (end === -1 || head === undefined) throw incomplete();
    yield { name: name ?? '', isFile: fileName !== undefined, content: body.subarray(start, end) };
    position = end + delimiter.length;
  }
}

const hasAt = (body: Buffer, position: number, text: string) =>
  body.toString('latin1', position, position + text.length) === text;

function incomplete(): DomainError {
  return new DomainError('INVALID_PAYLOAD', 'The form is not complete: send it again.');
}
