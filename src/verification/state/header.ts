import { RLP } from '@ethereumjs/rlp';
import { isHex, keccak256, toBytes, encodeHex } from '../abi/hex.ts';
import type { ReportedBlock } from '../node/chain-node.ts';
import { VerificationError } from '../verification-error.ts';

/** The fields of a block's header in their order, by their names in JSON-RPC. */
const FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'blockAccessListHash',
  'slotNumber',
] as const;

/** Fields that are numbers, which RLP writes without leading zeros. */
const QUANTITIES: ReadonlySet<string> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'slotNumber',
]);
/** All blocks have these; later forks added the others one after the other. */
const FIRST_FIELDS = FIELDS.indexOf('baseFeePerGas');

/** What a header says about its block. */
export interface BlockHeader {
  readonly hash: string;
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly stateRoot: string;
  readonly receiptsRoot: string;
}

/** A block's header in RLP, from the fields that a node reports. Throws VerificationError. */
export function encodeHeader({ fields }: ReportedBlock): string {
  const present = FIELDS.filter((name, index) => index < FIRST_FIELDS || fields[name] != null);
  return encodeHex(
    RLP.encode(
      present.map((name) => {
        const value = fields[name];
        if (typeof value === 'string' && QUANTITIES.has(name) && /^0x[0-9a-f]{1,64}$/i.test(value)) {
          const digits = value.slice(2).replace(/^0+/, '');
          return toBytes(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`);
        }
        if (isHex(value)) return toBytes(value);
        throw new VerificationError('MALFORMED', `A node gives a malformed value for ${name} of a block.`);
      }),
    ),
  );
}

/** Reads a header; its hash is the block's. Throws VerificationError when it is not a header. */
export function decodeHeader(rlp: string): BlockHeader {
  const bytes = toBytes(rlp);
  const fields = decode(bytes);
  const at = (name: (typeof FIELDS)[number]) => fields[FIELDS.indexOf(name)] as Uint8Array;
  const stateRoot = encodeHex(at('stateRoot'));
  const receiptsRoot = encodeHex(at('receiptsRoot'));
  const number = Number(encodeHex(at('number')).replace(/^0x$/, '0x0'));
  const timestamp = Number(encodeHex(at('timestamp')).replace(/^0x$/, '0x0'));
  if (!isHex(stateRoot, 32) || !isHex(receiptsRoot, 32)) throw notHeader();
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(timestamp)) throw notHeader();
  return { hash: keccak256(rlp), number, timestamp, stateRoot, receiptsRoot };
}

function decode(bytes: Uint8Array): readonly Uint8Array[] {
  let fields: unknown;
  try {
    fields = RLP.decode(bytes);
  } catch {
    throw notHeader();
  }
  if (!Array.isArray(fields) || fields.length < FIRST_FIELDS) throw notHeader();
  if (!fields.every((field) => field instanceof Uint8Array)) throw notHeader();
  return fields;
}

function notHeader(): VerificationError {
  return new VerificationError('MALFORMED', 'The header of the block is malformed.');
}
