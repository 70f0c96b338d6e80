import { z } from 'zod';
import { MAX_HUBS } from '../core/chain/hubs.ts';
import { LEAST_BEACON_MARGIN } from '../core/draws/quicknet.ts';

const address = z
  .string()
  .regex(/^0x[\da-fA-F]{40}$/, 'must be an address, 0x and 40 hexadecimal digits.')
  .optional();
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LISTED = 'separated by commas, one for each hub, the current hub first';
const toList = (value: string) => value.split(',').map((item) => item.trim());
const isDistinct = (items: readonly string[]) =>
  new Set(items.map((item) => item.toLowerCase())).size === items.length;
const addresses = z
  .string()
  .transform(toList)
  .refine(
    (items) => items.every((item) => /^0x[\da-fA-F]{40}$/.test(item)),
    `must be addresses, each 0x and 40 hexadecimal digits, ${LISTED}.`,
  )
  .refine(isDistinct, 'must not list an address twice.')
  .optional();
/** Whether links may lead there: its own addresses follow the path (EIP-3091). */
function isExplorer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const number = (what: string) => z.coerce.number(`must be ${what}.`).int(`must be ${what}.`).min(0);

/** The schema of the chain's variables; config.ts parses them with all others. */
export const chainVariables = {
  CHAIN: z.enum(['on', 'off'], 'must be on or off.').optional(),
  CHAIN_HUB: addresses,
  CHAIN_PASSPORT: addresses,
  CHAIN_BEACON: address,
  CHAIN_BEACON_MARGIN: number('a number of seconds')
    .min(LEAST_BEACON_MARGIN, `must be at least ${LEAST_BEACON_MARGIN}.`)
    .max(86_400, 'must be at most 86400, a day.')
    .optional(),
  CHAIN_START_BLOCK: z
    .string()
    .transform(toList)
    .refine(
      (items) => items.every((item) => /^\d{1,15}$/.test(item)),
      `must be the numbers of the blocks that the contracts were deployed in, ${LISTED}.`,
    )
    .transform((items) => items.map(Number))
    .optional(),
  CHAIN_CONFIRMATIONS: number('a number of blocks').min(1, 'must be at least 1.').optional(),
  CHAIN_BLOCK_TIME: number('seconds, 0 for a block a transaction').max(60).default(1),
  CHAIN_PORT: number('a port number').max(65_535).default(0),
  BEACON_URLS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((url) => url.trim().replace(/\/+$/, '') || []))
    .refine(
      (urls) => urls.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)),
      'must list http(s) URLs of drand relays, each with the chain hash, separated by commas.',
    ),
  PRIZE_CHAIN_RPC_URLS: z
    .string()
    .default('')
    .transform((value, context) => {
      const urls = new Map<number, string>();
      for (const entry of value.split(',').flatMap((text) => text.trim() || [])) {
        const [, chainId, url = ''] = /^([1-9]\d{0,14})=(.+)$/.exec(entry) ?? [];
        if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
          context.addIssue('must list chains as id=http(s) URL of a node, separated by commas.');
        urls.set(Number(chainId), url);
      }
      return urls;
    }),
  KEY_ENCRYPTION_KEYS: z
    .string()
    .regex(
      /^[\w-]+:[\w+/]{43}=(,[\w-]+:[\w+/]{43}=)*$/,
      'must list keys as id:32 bytes in base64, separated by commas, the current one first.',
    )
    .optional(),
  CHAIN_EXPLORER_URL: z
    .string()
    .transform((value) => value.trim().replace(/\/+$/, ''))
    .refine(
      isExplorer,
      'must be an https URL such as https://etherscan.io, without a query; http on loopback.',
    )
    .optional(),
  KEEPER: address,
  KEEPER_BUDGET: z.coerce
    .number('must be an amount of the native currency.')
    .min(0, 'must be 0 or more.')
    .max(1_000_000, 'must be at most 1000000.')
    .default(0.5),
  MAX_FEE_GWEI: z.coerce
    .number('must be a fee in gwei.')
    .positive('must be above 0.')
    .max(1_000_000_000, 'must be at most 1000000000, a coin.')
    .default(200),
};

type ChainVariables = z.output<z.ZodObject<typeof chainVariables>>;

/** A hub with its passports, and the block that they were deployed in. */
export interface ConfiguredHub {
  readonly hub: string;
  readonly passport: string;
  readonly startBlock: number;
}

/** The chain that the gateway uses. */
export type ChainConfig =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'embedded';
      /** Seconds; 0 mines a block for each transaction. */
      readonly blockTime: number;
      /** 0 takes a free port. */
      readonly port: number;
      readonly confirmations: number;
      /** Seconds. */
      readonly beaconMargin: number;
    }
  | {
      readonly kind: 'remote';
      readonly rpcUrl: string;
      /** The current hub, which takes new giveaways, then older ones. */
      readonly hubs: readonly ConfiguredHub[];
      readonly beacon: string;
      /** Seconds. */
      readonly beaconMargin: number;
      readonly confirmations: number;
      readonly beaconUrls: readonly string[];
      /** The wallet that draws due rounds; undefined for none. */
      readonly keeper: string | undefined;
    };

const CONFIRMATIONS_REMOTE = 5;
const BEACON_MARGIN_EMBEDDED = 60;
// Longer than a public chain takes until no reorganisation can change which entries a draw counts.
const BEACON_MARGIN_REMOTE = 900;
const NEEDED_BY_RPC_URL = [
  'CHAIN_HUB',
  'CHAIN_PASSPORT',
  'CHAIN_BEACON',
  'CHAIN_START_BLOCK',
] as const satisfies (keyof ChainVariables)[];

/**
 * Chooses the chain: that of RPC_URL, else an embedded one. With DATABASE_URL or in production the embedded chain runs only
 * with CHAIN=on, because instances that share a database would each have their own chain, and a production chain must
 * outlive the data folder. Throws an Error that names the missing variables.
 */
export function toChainConfig(
  variables: ChainVariables,
  { rpcUrl, isEmbedded }: { readonly rpcUrl: string | undefined; readonly isEmbedded: boolean },
): ChainConfig {
  if (variables.CHAIN === 'off') return { kind: 'off' };
  if (rpcUrl === undefined) {
    if (!isEmbedded && variables.CHAIN === undefined) return { kind: 'off' };
    return {
      kind: 'embedded',
      blockTime: variables.CHAIN_BLOCK_TIME,
      port: variables.CHAIN_PORT,
      confirmations: variables.CHAIN_CONFIRMATIONS ?? 1,
      beaconMargin: variables.CHAIN_BEACON_MARGIN ?? BEACON_MARGIN_EMBEDDED,
    };
  }
  const {
    CHAIN_HUB: hubs,
    CHAIN_PASSPORT: passports,
    CHAIN_BEACON: beacon,
    CHAIN_START_BLOCK: startBlocks,
  } = variables;
  if (hubs === undefined || passports === undefined || beacon === undefined || startBlocks === undefined) {
    const missing = NEEDED_BY_RPC_URL.filter((name) => variables[name] === undefined).join(', ');
    throw wrong(`RPC_URL also needs ${missing}: npm run contracts:deploy prints them.`);
  }
  return {
    kind: 'remote',
    rpcUrl,
    hubs: toHubs(hubs, passports, startBlocks),
    beacon,
    beaconMargin: variables.CHAIN_BEACON_MARGIN ?? BEACON_MARGIN_REMOTE,
    confirmations: variables.CHAIN_CONFIRMATIONS ?? CONFIRMATIONS_REMOTE,
    beaconUrls: variables.BEACON_URLS,
    keeper: variables.KEEPER,
  };
}

/** The hubs of three lists in the same order. Throws an Error when one list is longer, or an address is in both. */
function toHubs(
  hubs: readonly string[],
  passports: readonly string[],
  startBlocks: readonly number[],
): ConfiguredHub[] {
  if (hubs.length > MAX_HUBS) throw wrong(`CHAIN_HUB lists more than ${MAX_HUBS} hubs.`);
  if (!isDistinct([...hubs, ...passports]))
    throw wrong('CHAIN_PASSPORT lists an address of CHAIN_HUB: passports have a contract of their own.');
  return hubs.map((hub, index) => {
    const [passport, startBlock] = [passports[index], startBlocks[index]];
    if (passport === undefined || passports.length > hubs.length)
      throw wrong(notAsMany('CHAIN_PASSPORT', passports.length, hubs.length));
    if (startBlock === undefined || startBlocks.length > hubs.length)
      throw wrong(notAsMany('CHAIN_START_BLOCK', startBlocks.length, hubs.length));
    return { hub, passport, startBlock };
  });
}

function notAsMany(name: string, count: number, hubs: number): string {
  return `${name} has ${count} items and CHAIN_HUB ${hubs}: list one for each hub, in the same order.`;
}

function wrong(problem: string): Error {
  return new Error(`The configuration is wrong. ${problem}`);
}
