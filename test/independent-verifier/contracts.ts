import { bls12_381 } from '@noble/curves/bls12-381.js';
import { AbiCoder, concat, dataLength, dataSlice, id, keccak256, toBeHex, zeroPadValue } from 'ethers';
import { placeOfHub, tableOf, valueOf } from './tables.ts';

/** What the verifier expects of the beacon: `key` are 96 bytes in hexadecimal without 0x. */
export interface Beacon {
  readonly key: string;
  readonly genesis: number;
  readonly period: number;
}

/** Code by the name of the contract in the document of a proof. */
export type Codes = Readonly<Record<'hub' | 'passport' | 'beacon', string> & Partial<Record<Module, string>>>;

type Module = 'draws' | 'prizes';

const abi = AbiCoder.defaultAbiCoder();
const word = (value: string | bigint | number) =>
  typeof value === 'string' ? zeroPadValue(value, 32) : toBeHex(value, 32);
const addressIn = (value: string | undefined) => (value === undefined ? '' : dataSlice(value, 12));

/** Results by their input: all draws of a hub have the same code, and a draw is verified with a proof and without. */
export function remember<Input extends readonly string[], Result>(compute: (...input: Input) => Result) {
  const known = new Map<string, Result>();
  return (...input: Input): Result => {
    const key = input.join();
    const result = known.get(key) ?? compute(...input);
    known.set(key, result);
    return result;
  };
}

/** The immutable values of code as the table of docs/draws.md describes it. Throws an Error for other code. */
const immutablesOf = remember((name: string, code: string): Readonly<Record<string, string>> => {
  const [, length, hash] = tableOf('code of', 'bytes').find(([cell]) => cell === name) ?? [];
  const values: Record<string, string> = {};
  let zeroed = code.slice(2);
  for (const [of, value, places = ''] of tableOf('code of', 'immutable value')) {
    if (of !== name || value === undefined) continue;
    for (const place of places.split(', ').map(Number)) {
      const found = dataSlice(code, place, place + 32);
      if ((values[value] ??= found) !== found) throw new Error(`${name}: two values of ${value}.`);
      zeroed = zeroed.slice(0, place * 2) + '0'.repeat(64) + zeroed.slice(place * 2 + 64);
    }
  }
  if (dataLength(code) !== Number(length) || keccak256(`0x${zeroed}`) !== hash)
    throw new Error(`${name}: other code.`);
  return values;
});

/** The addresses of a hub's contracts, after a check of all code. Throws an Error. */
export function checkCode(codes: Codes, chainId: bigint, hub: string, beacon: Beacon) {
  const ofHub = immutablesOf('hub', codes.hub);
  const passport = addressIn(ofHub['passport']);
  // A hub has the modules of which docs/draws.md tells.
  const modules = tableOf('code of', 'bytes').flatMap(([name = '']): Module[] =>
    name === 'draws' || name === 'prizes' ? [name] : [],
  );
  for (const module of modules)
    if (addressIn(immutablesOf(module, codes[module] ?? '0x')['passport']) !== passport)
      throw new Error(`${module}: other passports.`);
  const lists = ofHub['announcements'];
  if (lists !== undefined && addressIn(lists) !== valueOf(['announcements', 'value'], 'address'))
    throw new Error('Other lists of announcements.');
  const short = (text: string) =>
    `0x${Buffer.from(text).toString('hex').padEnd(62, '0')}${toBeHex(text.length, 1).slice(2)}`;
  const domain = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
  const terms = [id(domain), id('Passport'), id('1'), chainId, passport];
  const expected: Record<string, string> = {
    hub: word(hub),
    _cachedDomainSeparator: keccak256(
      abi.encode(['bytes32', 'bytes32', 'bytes32', 'uint256', 'address'], terms),
    ),
    _cachedChainId: word(chainId),
    _cachedThis: word(passport),
    _hashedName: id('Passport'),
    _hashedVersion: id('1'),
    _name: short('Passport'),
    _version: short('1'),
  };
  for (const [name, value] of Object.entries(immutablesOf('passports', codes.passport)))
    if (value !== expected[name]) throw new Error(`passports: other ${name}.`);
  checkBeacon(immutablesOf('beacon', codes.beacon), beacon);
  const addresses = modules.map((module) => [module, addressIn(ofHub[module])] as const);
  return { passport, ...Object.fromEntries(addresses) };
}

function checkBeacon(values: Readonly<Record<string, string>>, { key, genesis, period }: Beacon): void {
  const { x, y } = bls12_381.G2.Point.fromHex(key).toAffine();
  const point = concat([x.c0, x.c1, y.c0, y.c1].map((part) => toBeHex(part, 64)));
  const found = concat(Array.from({ length: 8 }, (_, index) => values[`_key${index}`] ?? '0x'));
  if (point !== found) throw new Error('beacon: other key.');
  if (BigInt(values['genesis'] ?? 0) !== BigInt(genesis) || BigInt(values['period'] ?? 0) !== BigInt(period))
    throw new Error('beacon: other times.');
}

/** The address of the hub that a call of the factory with these data creates. Throws an Error for other creation code. */
export const hubBornBy = remember((callData: string): string => {
  const heading = ['birth', 'value'] as const;
  const length = Number(valueOf(heading, 'bytes of the creation code'));
  if (dataLength(callData) !== 32 + length + 4 * 32) throw new Error('birth: other data.');
  if (keccak256(dataSlice(callData, 32, 32 + length)) !== valueOf(heading, 'keccak256 of the creation code'))
    throw new Error('birth: other creation code.');
  const factory = valueOf(heading, 'factory');
  const salt = dataSlice(callData, 0, 32);
  const installation = last20(concat(['0xff', factory, salt, keccak256(dataSlice(callData, 32))]));
  return last20(concat(['0xd694', installation, placeOfHub()]));
});

function last20(bytes: string): string {
  return dataSlice(keccak256(bytes), 12);
}
