import type { VerificationStep } from '../../core/draws/verify-draw.ts';
import { encodeHex, isHex, keccak256, toBytes } from '../abi/hex.ts';
import { CREATION_CODE } from './built-contracts.ts';
import { FACTORY } from './factory.ts';

const SALT_BYTES = 32;
const WORD_BYTES = 32;
const ARGUMENT_BYTES = 4 * WORD_BYTES;
const ADDRESS_DIGITS = 40;
/** The hub is the fourth contract that the installation creates. */
const HUB_NONCE = '04';

/**
 * The address of the hub that a call of the factory with these data creates: a salt, the built creation code, and the arguments
 * of its constructor. Undefined for any other data. The address is a hash of all of them, so that no other code was ever run there.
 */
export function hubBornBy(callData: string): string | undefined {
  if (!isHex(callData, SALT_BYTES + CREATION_CODE.length + ARGUMENT_BYTES)) return undefined;
  const bytes = toBytes(callData);
  const hashOf = (start: number, end?: number) => keccak256(encodeHex(bytes.subarray(start, end)));
  if (hashOf(SALT_BYTES, SALT_BYTES + CREATION_CODE.length) !== CREATION_CODE.hash) return undefined;
  const salt = encodeHex(bytes.subarray(0, SALT_BYTES));
  const installation = addressOf(`0xff${digits(FACTORY)}${digits(salt)}${digits(hashOf(SALT_BYTES))}`);
  return addressOf(`0xd694${digits(installation)}${HUB_NONCE}`);
}

/** The first owner of the hub that a call with these data creates. */
export function ownerAtBirth(callData: string): string {
  const end = 2 + 2 * (SALT_BYTES + CREATION_CODE.length + WORD_BYTES);
  return `0x${callData.slice(end - ADDRESS_DIGITS, end)}`;
}

/** Whether the address of the hub follows from the call of the factory that created it. `unknown` says why nobody tells the call. */
export function checkBirth(hub: string, callData: string | undefined, unknown?: string): VerificationStep {
  const found = 'the address of the hub follows from its creation';
  if (callData !== undefined && hubBornBy(callData) === hub) return { name: BIRTH, found };
  if (callData === undefined && unknown !== undefined)
    return { name: BIRTH, found, differs: unknown, isOpen: true };
  return { name: BIRTH, found, differs: 'the hub is not bound to its birth' };
}

/** The name of the step about the birth of the hub. */
export const BIRTH = 'birth';

/** The last 20 bytes of a hash. */
function addressOf(preimage: string): string {
  return `0x${keccak256(preimage).slice(-40)}`;
}

function digits(hex: string): string {
  return hex.slice(2);
}
