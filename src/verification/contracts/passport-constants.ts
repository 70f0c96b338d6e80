import { keccak256, keccakOfText, wordOf } from '../abi/hex.ts';

interface PassportSite {
  readonly chainId: bigint;
  /** The addresses of the hub and of the passports, in lower case. */
  readonly hub: string;
  readonly passport: string;
}

/** The name and the version of the passports' EIP-712 domain. */
const NAME = 'Passport';
const VERSION = '1';
const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

/**
 * Every immutable value of the passports on a chain, by its name in the source: the hub, and the domain (EIP-712) as
 * OpenZeppelin's contract EIP712 keeps it. Words of 32 bytes as 0x hexadecimal.
 */
export function passportConstants({
  chainId,
  hub,
  passport,
}: PassportSite): Readonly<Record<string, string>> {
  const hashedName = keccakOfText(NAME);
  const hashedVersion = keccakOfText(VERSION);
  const domain = [keccakOfText(DOMAIN), hashedName, hashedVersion, toWord(chainId), toWord(passport)];
  return {
    hub: toWord(hub),
    _cachedChainId: toWord(chainId),
    _cachedThis: toWord(passport),
    _hashedName: hashedName,
    _hashedVersion: hashedVersion,
    _cachedDomainSeparator: keccak256(`0x${domain.map((word) => word.slice(2)).join('')}`),
    _name: toShortString(NAME),
    _version: toShortString(VERSION),
  };
}

function toWord(value: bigint | string): string {
  return `0x${wordOf(BigInt(value))}`;
}

/** OpenZeppelin's ShortString: at most 31 letters of ASCII, and their number in the last byte. */
function toShortString(text: string): string {
  const digits = Array.from(text, (letter) => letter.charCodeAt(0).toString(16)).join('');
  return `0x${digits.padEnd(62, '0')}${text.length.toString(16).padStart(2, '0')}`;
}
