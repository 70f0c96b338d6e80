import type { Json } from '../http/http.ts';

/** A time in the past, in seconds since the epoch: giveaways that started then are open. */
const PAST_TIME = 1_700_000_000;
export const A_WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const ANOTHER_WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** A valid request of each operation, as far as can be decided without the chain. */
export const REQUESTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'create-giveaway': { giveawayId: 'none', startTime: PAST_TIME, determinationType: 0 },
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

/** The same request as a GraphQL mutation. */
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

/** GraphQL has enums where REST has numbers and words. */
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
