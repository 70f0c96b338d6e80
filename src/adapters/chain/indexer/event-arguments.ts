import { AbiCoder, ParamType, type EventFragment } from 'ethers/abi';
import { getBytes } from 'ethers/utils';
import { toChecksummed } from '../hub/checksummed.ts';

type Arguments = Record<string, unknown>;

/** Reads an event's arguments from its topics (after the first) and its data. Throws when they do not match the event. */
export type ArgumentReader = (topics: readonly string[], data: string) => Arguments;

/**
 * Creates the reader of an event: JSON values by name, integers of more than 32 bits as decimal strings, bytes as lower-case
 * hex. An event without arguments of dynamic length, like the frequent ones, is read word by word.
 */
export function createArgumentReader({ inputs }: EventFragment): ArgumentReader {
  const indexed = inputs.filter((input) => input.indexed === true);
  const others = inputs.filter((input) => input.indexed !== true);
  const readData = others.every(isWord) ? readWords(others) : readEncoded(others);
  return (topics, data) => {
    if (topics.length !== indexed.length) throw new Error('The log has other topics than its event.');
    const values: Arguments = {};
    indexed.forEach(
      (input, index) => (values[input.name] = readWord(input, (topics[index] as string).slice(2))),
    );
    return readData(values, data);
  };
}

type DataReader = (values: Arguments, data: string) => Arguments;

const WORD = 64;

function readWords(inputs: readonly ParamType[]): DataReader {
  return (values, data) => {
    if (data.length !== 2 + inputs.length * WORD) throw new Error('The log has other data than its event.');
    inputs.forEach((input, index) => {
      values[input.name] = readWord(input, data.slice(2 + index * WORD, 2 + (index + 1) * WORD));
    });
    return values;
  };
}

function readEncoded(inputs: readonly ParamType[]): DataReader {
  // Strings are decoded as bytes: a string on the chain need not be valid UTF-8, and an invalid one must not stop the indexer.
  const types = inputs.map((input) => ParamType.from(withoutStrings(input)));
  return (values, data) => {
    const decoded = AbiCoder.defaultAbiCoder().decode(types, data);
    inputs.forEach((input, index) => (values[input.name] = toJson(input, decoded[index])));
    return values;
  };
}

const isWord = ({ baseType }: ParamType) =>
  baseType === 'bool' || baseType === 'address' || /^(?:uint\d+|bytes32)$/.test(baseType);

function readWord({ baseType }: ParamType, word: string): unknown {
  if (baseType === 'bool') return word.endsWith('1');
  if (baseType === 'address') return toChecksummed(word.slice(24));
  if (baseType === 'bytes32') return `0x${word.toLowerCase()}`;
  return isSmall(baseType) ? parseInt(word.slice(-8), 16) : BigInt(`0x${word}`).toString();
}

function toJson(type: ParamType, value: unknown): unknown {
  if (type.isTuple())
    return Object.fromEntries(
      type.components.map((part, index) => [part.name, toJson(part, (value as readonly unknown[])[index])]),
    );
  if (type.baseType === 'string') return toText(value as string);
  if (typeof value !== 'bigint') return value;
  return isSmall(type.baseType) ? Number(value) : value.toString();
}

const isSmall = (type: string) => Number(type.slice('uint'.length)) <= 32;

// PostgreSQL does not store U+0000 in texts.
const decoder = new TextDecoder();
const toText = (bytes: string) => decoder.decode(getBytes(bytes)).replaceAll('\0', '\uFFFD');

function withoutStrings(type: ParamType): object {
  const parts = type.isTuple() ? type.components.map(withoutStrings) : undefined;
  return {
    name: type.name,
    type: type.baseType === 'string' ? 'bytes' : type.baseType,
    ...(parts && { components: parts }),
  };
}
