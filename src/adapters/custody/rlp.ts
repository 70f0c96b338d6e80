/** A byte string, or a list of items (Recursive Length Prefix, Ethereum Yellow Paper, appendix B). */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Encodes bytes directly: libraries that convert to hexadecimal text take milliseconds for the data of a large batch. */
export function encodeRlp(item: RlpItem): Buffer {
  if (item instanceof Uint8Array) {
    const [first] = item;
    return item.length === 1 && first !== undefined && first < 0x80
      ? Buffer.from(item)
      : Buffer.concat([toPrefix(0x80, item.length), item]);
  }
  const items = item.map(encodeRlp);
  const length = items.reduce((sum, each) => sum + each.length, 0);
  return Buffer.concat([toPrefix(0xc0, length), ...items]);
}

/** A number in RLP: big-endian without leading zeros; 0 is the empty string. */
export function toRlpNumber(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0);
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

const MAX_SHORT = 55;

function toPrefix(offset: number, length: number): Buffer {
  if (length <= MAX_SHORT) return Buffer.of(offset + length);
  const bytes = toRlpNumber(BigInt(length));
  return Buffer.concat([Buffer.of(offset + MAX_SHORT + bytes.length), bytes]);
}
