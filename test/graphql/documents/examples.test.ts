import { describe, expect, it } from '@jest/globals';
import { execute, parse, validate, type GraphQLField } from 'graphql';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { rulesOf } from '../../../src/adapters/graphql/guard/field-rules.ts';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import {
  isAllowed,
  PROVIDER_SCOPES,
  type Caller,
  type Permission,
} from '../../../src/core/access/callers.ts';
import { parseInput, type UseCase } from '../../../src/core/use-case.ts';
import type { z } from 'zod';

const schema = createSchema();
const publisher = { publisherId: 'pub_1', namespace: 'account:acc_1', accountId: 'acc_1' };
const CALLERS: readonly Caller[] = [
  { kind: 'operator' },
  {
    kind: 'key',
    keyId: 'key_1',
    scopes: PROVIDER_SCOPES,
    providerId: 'prv_1',
    providerKey: `0x${'1'.repeat(64)}`,
    signer: null,
    ...publisher,
  },
  { kind: 'account', email: 'someone@example.com', sessionId: 'ses_1', role: 'OWNER', ...publisher },
];
const legacyListing = {
  externalId: 'summer-2027',
  title: 'Ten',
  description: 'Ten copies.',
  url: 'https://a.example',
};
/** What browsers return for a new passkey, and for one that signs in. */
const credential = {
  id: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    authenticatorData: 'AA',
    signature: 'AA',
    userHandle: 'AA',
  },
};
const VARIABLES = { privateKey: `0x${'5e'.repeat(32)}`, listings: [legacyListing], credential };
// They call no use case; the schema defines their input.
const READS = [
  'feed',
  'feedFacets',
  'listing',
  'publisher',
  'publisherListings',
  'node',
  'nodes',
  'giveaway',
  'giveaways',
  'round',
  'roundCharts',
  'trackRecord',
  'drawProof',
  'passport',
  'passports',
];

const fieldsOf = (type = schema.getQueryType()) =>
  Object.values(type?.getFields() ?? {}).map((field) => [field.name, field] as const);
const queries = fieldsOf();
const mutations = fieldsOf(schema.getMutationType());
const subscriptions = fieldsOf(schema.getSubscriptionType());

function examplesOf({ description }: GraphQLField<unknown, unknown>): string[] {
  return Array.from(description?.matchAll(/^```graphql\n(.+?)\n```$/gms) ?? [], ([, text = '']) => text);
}

const ACCEPTED = new Error('The use case accepted the input.');

/** Runs a document until its use case has read its input; returns the errors. */
async function errorsOf(document: string, field: string): Promise<unknown[] | undefined> {
  const definition =
    schema.getQueryType()?.getFields()[field] ?? schema.getMutationType()?.getFields()[field];
  const permission = rulesOf(definition)?.permission ?? 'public';
  const caller = CALLERS.find((known) => isAllowed(permission, known));
  const run = async (
    { input }: Pick<UseCase<z.ZodType, unknown, Permission, never>, 'input'>,
    given: unknown,
  ) => {
    parseInput(input, given);
    throw ACCEPTED;
  };
  // An operation takes its id as soon as its input is read.
  const accept = () => {
    throw ACCEPTED;
  };
  const contextValue = {
    caller,
    network: '203.0.113.9',
    ports: { digests, ids: { next: accept } },
    run,
    headers: () => new Headers(),
    outcome: { cookies: [] },
  };
  const response = await execute({
    schema,
    document: parse(document),
    contextValue,
    variableValues: VARIABLES,
  });
  return response.errors?.map(({ originalError, message }) => originalError ?? message);
}

describe('the schema', () => {
  it.each([...queries, ...mutations, ...subscriptions])('shows one valid example of %s', (name, field) => {
    const examples = examplesOf(field);
    expect(examples).toEqual([expect.stringMatching(new RegExp(`^ {2}${name}\\b`, 'm'))]);
    for (const example of examples) expect(validate(schema, parse(example))).toEqual([]);
  });

  it.each([...queries, ...mutations].filter(([name]) => !READS.includes(name)))(
    'shows an example of %s whose input the operation accepts',
    async (name, field) => {
      for (const example of examplesOf(field)) expect(await errorsOf(example, name)).toEqual([ACCEPTED]);
    },
  );
});
