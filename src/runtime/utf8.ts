import { transcode } from 'node:buffer';

/**
 * A text in UTF-8; bytes stay as they are. Node writes a text with characters beyond U+00FF one character after the other; by way
 * of UTF-16 it takes half the time. A surrogate without its other half becomes U+FFFD.
 */
export function toUtf8(content: string | Uint8Array): Uint8Array {
  if (typeof content !== 'string') return content;
  try {
    return transcode(Buffer.from(content, 'utf16le'), 'utf16le', 'utf8');
  } catch {
    // Half of a surrogate pair cannot be transcoded.
    return Buffer.from(content);
  }
}
