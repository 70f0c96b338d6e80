import { z } from 'zod';
import { invalidPayload } from '../errors.ts';
import type { Digests } from './digests.ts';

const message = 'must be 0x and 40 hexadecimal digits.';

/**
 * The form of an address: 0x and 40 hexadecimal digits of any case. A schema has no hash function to check the checksum,
 * so a use case passes the value to `requireAddress` before it uses it.
 */
export function walletAddress() {
  return z
    .string({
      error: ({ input }) =>
        input === undefined ? `is required: send 0x and 40 hexadecimal digits.` : message,
    })
    .regex(/^0x[\da-fA-F]{40}$/, message);
}

/** An address that is not the zero address. */
export function nonZeroAddress() {
  return walletAddress().refine(
    (value) => !/^0x0{40}$/.test(value),
    'is the zero address, which has no owner: send the real address.',
  );
}

/** An optional wallet; absent, null and empty give null. The zero address is refused, since null means no wallet. */
export function optionalWallet() {
  return z
    .string(message)
    .regex(/^(?:0x[\da-fA-F]{40})?$/, message)
    .refine(
      (value) => !/^0x0{40}$/.test(value),
      'is the zero address, which is not a wallet: name a wallet, or leave it out.',
    )
    .nullish()
    .transform((value) => value || null);
}

/**
 * The EIP-55 form of an address from an input. Throws INVALID_PAYLOAD, which names the field, for an address in mixed case
 * whose checksum is wrong.
 */
export function requireAddress(
  { digests }: { digests: Digests },
  value: string,
  ...path: readonly [string | number, ...(readonly (string | number)[])]
): string {
  const address = digests.checksumAddress(value);
  if (address === undefined) throw invalidPayload([{ path, message: WRONG_CASE }]);
  return address;
}

const WRONG_CASE =
  'does not match its checksum (EIP-55): check it for typing errors, or send it in lower case.';

/** The input with these members in EIP-55 form; null members stay null. Throws INVALID_PAYLOAD with all wrong members. */
export function withAddresses<Input>(
  { digests }: { digests: Digests },
  input: Input,
  names: readonly string[] = [],
): Input {
  const members = Object.entries(input ?? {}).filter(
    ([name, value]) => names.includes(name) && value !== null,
  );
  const checked = members.map(([name, value]) => [name, digests.checksumAddress(String(value))] as const);
  const wrong = checked.filter(([, address]) => address === undefined);
  if (wrong.length > 0) throw invalidPayload(wrong.map(([name]) => ({ path: [name], message: WRONG_CASE })));
  return { ...input, ...Object.fromEntries(checked) };
}
