const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The media type of an image by its first bytes (WHATWG MIME Sniffing 6.1, AVIF 1.1 section 2.1); undefined for any other file. */
export function findImageType(image: Uint8Array): string | undefined {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => image[index] === byte);
  const textAt = (at: number) => Buffer.from(image.subarray(at, at + 4)).toString('latin1');
  if (startsWith(JPEG)) return 'image/jpeg';
  if (startsWith(PNG)) return 'image/png';
  if (textAt(0) === 'RIFF' && textAt(8) === 'WEBP') return 'image/webp';
  return textAt(4) === 'ftyp' && textAt(8) === 'avif' ? 'image/avif' : undefined;
}
