import {
  astFromValue,
  Kind,
  OperationTypeNode,
  print,
  type GraphQLField,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql';
import { DETERMINATIONS } from '../../../core/giveaways/create-giveaway.ts';
import { OPERATION_EXAMPLE, REQUEST_EXAMPLES } from '../../../core/provider-api/request-examples.ts';

/** The arguments of a call and what is read of its answer; where arguments belong into variables the whole document. */
type Example = readonly [args: Readonly<Record<string, unknown>>, selection: string] | string;

type RootField = GraphQLField<unknown, unknown>;

const LONGEST_LINE = 100;

const idOf = (prefix: string) => OPERATION_EXAMPLE.replace('opn', prefix);
const account = 'someone@example.com';
const email = 'owner@example.com';
const provider = idOf('prv');
const wallet = REQUEST_EXAMPLES['issue-entries'].change.expectedOwnerWallet;
const { passportId } = REQUEST_EXAMPLES['issue-entries'].change;
const { drawn } = REQUEST_EXAMPLES['create-giveaway'];
const giveaway = `gwy_${'1f'.repeat(32)}`;
const listing = { id: idOf('lst') };
const sourceExternalId = 'summer-2027';
const landingUrl = 'https://publisher.example/giveaways/summer-2027';
const shown = {
  title: 'Ten copies of Lantern Road',
  description: 'Free to enter, one entry each, worldwide.',
  endDate: '2027-08-31T18:00:00Z',
};
const statement = {
  passportId,
  provider,
  issuedAt: '2027-06-01T09:30:00.000Z',
  signature: `0x${'5e'.repeat(65)}`,
};

const input = (fields: object, selection: string): Example => [{ input: fields }, selection];
const done = 'operation { id status }';
const page = { first: 20 };

/** An example of a call of every field that documents begin with. */
const EXAMPLES: Readonly<Record<`${OperationTypeNode}`, Readonly<Record<string, Example>>>> = {
  query: {
    feed: [
      { filter: { search: 'lantern', platforms: ['steam'] }, orderBy: 'ENDING_SOON', first: 10 },
      'edges { node { title landingUrl endDate verified } } pageInfo { hasNextPage endCursor }',
    ],
    feedFacets: [
      { filter: { search: 'lantern' } },
      'platforms { name count } providers { name count } verified endingWithinWeek isExact',
    ],
    listing: [listing, 'title landingUrl endDate verified publisher { id }'],
    node: [listing, '__typename id'],
    myListing: [{ sourceExternalId }, 'status title updatedAt'],
    myListings: [page, 'edges { node { sourceExternalId status } } pageInfo { hasNextPage endCursor }'],
    giveaway: [{ id: giveaway }, 'giveawayId title currentRound { index state closesAt entriesTotal }'],
    giveaways: [page, 'nodes { id giveawayId determinationType } pageInfo { hasNextPage endCursor }'],
    round: [{ id: `${giveaway.replace('gwy', 'rnd')}_0` }, 'state entriesTotal winner { passportId wallet }'],
    drawProof: [{ giveaway, round: 0 }, 'beaconRound randomness total ticket winner { passportId wallet }'],
    passport: [{ passportId }, 'owner maxTransfers transfersUsed tradable'],
    passports: [
      { owner: wallet, ...page },
      'nodes { passportId tradable } pageInfo { hasNextPage endCursor }',
    ],
    passportContact: [{ passportId }, 'ownerWallet email name source sharedAt'],
    passportContactMessage: input(
      { passportId, provider, action: 'SHARE', email, name: 'Owner Example' },
      'typedData issuedAt expiresAt',
    ),
    operation: [
      { id: OPERATION_EXAMPLE },
      'status transactionHash confirmations error { code reason message }',
    ],
    viewer: [{}, 'email apiKeys { edges { node { id name } } }'],
    apiKeys: [{ account, first: 20 }, 'edges { node { id name scopes } } pageInfo { hasNextPage endCursor }'],
    provider: [
      { id: provider },
      'name chainKey members { edges { node { email } } } signers { edges { node { address operationsLeft } } }',
    ],
    providers: [page, 'edges { node { id name } } pageInfo { hasNextPage endCursor }'],
    webhooks: [{ provider, ...page }, 'edges { node { id url events disabledAt } }'],
    webhookDeliveries: [
      { webhook: idOf('whk'), ...page },
      'edges { node { type state attempts(last: 1) { edges { node { at status error } } } } }',
    ],
    serviceClients: [page, 'edges { node { id name revokedAt } }'],
    wallets: [page, 'edges { node { address purpose label keyId } }'],
    auditLog: [page, 'edges { node { at actor action subject } }'],
  },
  mutation: {
    createGiveaway: input(
      { ...drawn, determinationType: DETERMINATIONS[drawn.determinationType] },
      `giveaway { id } ${done}`,
    ),
    issueEntries: input(REQUEST_EXAMPLES['issue-entries'].change, `entry { entries } ${done}`),
    removeEntries: input(REQUEST_EXAMPLES['remove-entries'].change, `entry { entries } ${done}`),
    declareWinner: input(REQUEST_EXAMPLES['declare-winner'].latest, `round { winner { wallet } } ${done}`),
    drawWinner: input(
      REQUEST_EXAMPLES['draw-winner'].latest,
      `round { winner { passportId wallet } } ${done}`,
    ),
    confirmReceiptByProvider: input(REQUEST_EXAMPLES['confirm-receipt-by-provider'].latest, done),
    setRoundMetadata: input(REQUEST_EXAMPLES['set-round-metadata'].texts, `round { metadataUri } ${done}`),
    setRoundImage: input(REQUEST_EXAMPLES['set-round-image'].image, `round { imageUri } ${done}`),
    recordPrizeDelivery: input(
      REQUEST_EXAMPLES['record-prize-delivery'].delivery,
      `round { delivery { verification } } ${done}`,
    ),
    provisionEntrant: input(
      REQUEST_EXAMPLES['provision-entrant'].direct_entrant_wallet,
      `passport { passportId } entry { entries } ${done}`,
    ),
    passportStatus: input({ passportId }, 'ownerWallet previousOwnerWallet ownerChanged tradable'),
    sharePassportContact: input({ ...statement, email, name: 'Owner Example' }, 'ownerWallet sharedAt'),
    revokePassportContact: input(statement, 'ownerWallet revokedAt'),

    createProvider: input({ name: 'Example Provider' }, 'provider { id chainKey }'),
    addProviderMember: input({ provider, account }, 'provider { members { edges { node { email } } } }'),
    removeProviderMember: input({ provider, account }, 'provider { members { edges { node { email } } } }'),
    attachSigner: input({ provider, wallet }, 'signer { isDefault isRegistered operationsLeft }'),
    detachSigner: input({ provider, wallet }, 'isRegistered'),
    createApiKey: input(
      { name: 'Their server', provider, scopes: ['provider:giveaways', 'provider:entries'] },
      'apiKey { id } secret',
    ),
    rotateApiKey: input({ id: idOf('key') }, 'secret'),
    revokeApiKey: input({ id: idOf('key') }, 'apiKey { id }'),
    setApiKeySigner: input({ id: idOf('key'), signer: wallet }, 'apiKey { id signer }'),
    createWebhook: input(
      {
        provider,
        url: 'https://hooks.example.com/giveaways',
        events: ['operation.failed', 'round.decided'],
      },
      'webhook { id } secret',
    ),
    rotateWebhookSecret: input({ id: idOf('whk') }, 'secret'),
    deleteWebhook: input({ id: idOf('whk') }, 'webhook { url }'),
    redeliverWebhook: input({ delivery: idOf('dlv') }, 'delivery { state nextAttemptAt }'),
    createWallet: input({ purpose: 'SIGNER', label: 'main' }, 'wallet { address }'),
    importWallet: `mutation ($privateKey: String!) {
  importWallet(input: { purpose: SIGNER, label: "owner", privateKey: $privateKey }) { wallet { address } }
}`,
    rotateKeyEncryption: input({ first: 100 }, 'rewrapped remaining'),

    publishListing: input({ sourceExternalId, ...shown, landingUrl }, 'listing { id status updatedAt }'),
    withdrawListing: input({ sourceExternalId }, 'status'),
    publishLegacyListing: input(
      { externalId: sourceExternalId, ...shown, url: landingUrl },
      'listing { id status }',
    ),
    verifyListing: input(listing, 'listing { verified }'),
    unverifyListing: input(listing, 'listing { verified }'),
    migrateListings: input(
      { namespace: 'client:https://issuer.example.com#shop', account },
      'migrated left replaced',
    ),
    assignLegacyListing: input({ externalId: sourceExternalId, account }, 'listing { publisher { id } }'),
    importLegacyListings: `mutation ($listings: [PublishLegacyListingInput!]!) {
  importLegacyListings(input: { listings: $listings }) { imported skipped }
}`,
    requestSignInCode: input({ email: account }, 'email'),
    signIn: input({ email: account, code: '123456' }, 'token viewer { id }'),
    signOut: [{}, 'signedOut'],
    createServiceClient: input({ name: 'Partner shop' }, 'client { id } secret'),
    revokeServiceClient: input({ id: idOf('svc') }, 'client { revokedAt }'),
  },
  subscription: {
    operationUpdated: [{ id: OPERATION_EXAMPLE }, 'status transactionHash error { code message }'],
    roundUpdated: [{ giveaway }, 'index state entriesTotal winner { passportId }'],
  },
};

/** Ends the descriptions of these fields with their examples. Throws Error for what a field does not take. */
export function addExamples(schema: GraphQLSchema): void {
  for (const kind of Object.values(OperationTypeNode)) {
    const fields = schema.getRootType(kind)?.getFields() ?? {};
    for (const [name, example] of Object.entries(EXAMPLES[kind])) {
      const field = fields[name];
      if (field === undefined) throw new Error(`There is no ${kind} ${name} to show an example of.`);
      field.description = `${field.description ?? ''}\n\n\`\`\`graphql\n${callOf(kind, field, example)}\n\`\`\``;
    }
  }
}

/** The document of a call, in the fewest lines that are short. */
function callOf(kind: string, field: RootField, example: Example): string {
  if (typeof example === 'string') return example;
  const [args, selection] = example;
  const head = (open: string, between: string, close: string) => {
    const argumentTexts = Object.entries(args).map(([name, value]) => {
      const literal = literalOf(field, name, value);
      if (literal.kind !== Kind.OBJECT) return `${name}: ${print(literal)}`;
      return `${name}: {${open}${literal.fields.map((node) => print(node)).join(between)}${close}}`;
    });
    return `  ${field.name}${argumentTexts.length === 0 ? '' : `(${argumentTexts.join(', ')})`}`;
  };
  const line = head(' ', ', ', ' ');
  const call = [`${line} { ${selection} }`, `${line} {\n    ${selection}\n  }`].find((text) =>
    text.split('\n').every(({ length }) => length <= LONGEST_LINE),
  );
  return `${kind} {\n${call ?? `${head('\n    ', '\n    ', '\n  ')} {\n    ${selection}\n  }`}\n}`;
}

function literalOf(field: RootField, name: string, value: unknown): ValueNode {
  const type = field.args.find((argument) => argument.name === name)?.type;
  const literal = type && astFromValue(value, type);
  if (!literal) throw new Error(`${field.name} does not take this ${name}.`);
  if (literal.kind === Kind.OBJECT && literal.fields.length !== Object.keys(value as object).length)
    throw new Error(`${field.name} does not take all of this ${name}.`);
  return literal;
}
