import type { Json } from '../http/http.ts';

/** A moment long past, in seconds since the epoch: giveaways that began then are open. */
const LONG_AGO = 1_700_000_000;
export const A_WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const ANOTHER_WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** A request of each operation that is right as far as can be told without looking at the chain. */
export const REQUESTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'create-giveaway': { giveawayId: 'none', startTime: LONG_AGO, determinationType: 0 },
  'issue-entries': { giveawayId: 'none', passportId: 1, amount: 1 },
  'remove-entries': { giveawayId: 'none', passportId: 1, amount: 1 },
  'declare-winner': { giveawayId: 'none', passportId: 1 },
  'draw-winner': { giveawayId: 'none' },
  'confirm-receipt-by-provider': { giveawayId: 'none' },
  'set-round-metadata': { giveawayId: 'none', roundIndex: 0, title: 'A round' },
  'set-round-image': { giveawayId: 'none', roundIndex: 0, imageURI: 'ipfs://image' },
  'record-prize-delivery': {
    giveawayId: 'none',
    roundIndex: 0,
    assetContract: A_WALLET,
    recipient: A_WALLET,
    proofChainId: 1,
    proofTxHash: `0x${'ab'.repeat(32)}`,
  },
  'provision-entrant': { entrantWallet: A_WALLET, giveawayId: 'none', amount: 1 },
};

/** The same request as a mutation of GraphQL. */
export function toMutation(
  endpoint: string,
  body: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly query: string; readonly variables: { readonly input: Json } } {
  const name = endpoint.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return {
    name,
    query: `mutation ($input: ${type}!) {
      ${name}(input: $input) { replayed operation { id endpoint status transactionHash result } }
    }`,
    variables: { input: toGraphqlInput(body) },
  };
}

const DETERMINATIONS: readonly string[] = ['PROVIDER_DECLARED', 'ON_CHAIN_RANDOM'];

/** Where REST has numbers and words, GraphQL has enums. */
function toGraphqlInput(body: Readonly<Record<string, unknown>>): Json {
  const { determinationType, ownershipMode, ...rest } = body;
  return {
    ...rest,
    ...(determinationType !== undefined && { determinationType: DETERMINATIONS[Number(determinationType)] }),
    ...(ownershipMode !== undefined && {
      ownershipMode: typeof ownershipMode === 'string' ? ownershipMode.toUpperCase() : ownershipMode,
    }),
  };
}
