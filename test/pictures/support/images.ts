import sharp, { type Sharp } from 'sharp';
import { deflateSync, crc32 } from 'node:zlib';

/** A photograph of noise, which differs with each seed. */
export function photo(width = 900, height = 600, seed = 1): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 31 * seed + (at >> 8) * 17) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A PNG whose header claims this size, with little data. */
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Where a scan of a progressive JPEG names the coefficients and the bits that it has. */
const SCAN = { firstCoefficient: 7, lastCoefficient: 8, bits: 9 };
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const BITS = 13;

/**
 * A small JPEG that takes long to decode: each bit of each coefficient has a scan of its own, which goes over all pixels.
 * @param coefficients How many of the 63 coefficients of the first component have scans.
 */
export async function costlyJpeg(side: number, coefficients = 63): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#888' } as const;
  const plain = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  // The first scan has the means of all components; the second one has the first component alone, where all is zero.
  const start = plain.indexOf(START_OF_SCAN, plain.indexOf(START_OF_SCAN) + 1);
  const scan = plain.subarray(start, endOfScan(plain, start));
  const scans: Buffer[] = [];
  for (let coefficient = 1; coefficient <= coefficients; coefficient += 1)
    for (let bit = BITS; bit >= 0; bit -= 1) {
      const next = Buffer.from(scan);
      next[SCAN.firstCoefficient] = coefficient;
      next[SCAN.lastCoefficient] = coefficient;
      next[SCAN.bits] = (bit === BITS ? 0 : (bit + 1) << 4) | bit;
      scans.push(next);
    }
  return Buffer.concat([plain.subarray(0, start), ...scans, END_OF_IMAGE]);
}

/** Where the next marker begins: within a scan, 0xff is followed by 0. */
function endOfScan(jpeg: Buffer, start: number): number {
  let at = start + 2;
  while (!(jpeg[at] === 0xff && jpeg[at + 1] !== 0)) at += 1;
  return at;
}
