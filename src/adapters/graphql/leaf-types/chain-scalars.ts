import { getAddress } from 'ethers/address';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** The error messages for invalid scalar values; they do not repeat the value. */
export const SCALAR_FORMATS = {
  Address: 'Address must be 0x and 40 hexadecimal digits, in mixed case only as EIP-55 says.',
  Hash: 'Hash must be 0x and 64 hexadecimal digits.',
  Bytes: 'Bytes must be 0x and two hexadecimal digits a byte.',
} as const;

const HASH = /^0x[0-9a-f]{64}$/i;
const HEX = /^0x(?:[0-9a-f]{2})*$/i;

/** An account or a contract on the chain. */
export const Address = textScalar({
  name: 'Address',
  description:
    'The address of an account or a contract: 0x and 40 hexadecimal digits. Output is in mixed case (EIP-55); input in mixed case must have the right checksum.',
  url: 'https://eips.ethereum.org/EIPS/eip-55',
  read: (text) => {
    try {
      if (/^0x/i.test(text)) return getAddress(text.replace(/^0X/, '0x'));
    } catch {
      // Every wrong address gets the same message.
    }
    throw new GraphQLError(SCALAR_FORMATS.Address);
  },
});

/** 32 bytes: a hash, or a key on the chain. */
export const Hash = textScalar({
  name: 'Hash',
  description:
    '32 bytes as 0x and 64 hexadecimal digits, such as the hash of a transaction. Output is lower case.',
  read: (text) => {
    if (HASH.test(text)) return text.toLowerCase();
    throw new GraphQLError(SCALAR_FORMATS.Hash);
  },
});

/** Any bytes. */
export const Bytes = textScalar({
  name: 'Bytes',
  description: 'Bytes as 0x and two lower-case hexadecimal digits each.',
  read: (text) => {
    if (HEX.test(text)) return text.toLowerCase();
    throw new GraphQLError(SCALAR_FORMATS.Bytes);
  },
});

interface TextScalar {
  readonly name: string;
  readonly description: string;
  readonly url?: string;
  /** The canonical form of an input. Throws GraphQLError. */
  readonly read: (text: string) => string;
}

// The read model already stores values in canonical form, so output needs no conversion.
function textScalar({ name, description, url, read }: TextScalar): GraphQLScalarType<string, string> {
  const parse = (value: unknown) => {
    if (typeof value === 'string') return read(value);
    throw new GraphQLError(`${name} must be a string.`);
  };
  return new GraphQLScalarType({
    name,
    description,
    ...(url && { specifiedByURL: url }),
    serialize: String,
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
  });
}
