import { beforeAll, expect, it } from '@jest/globals';
import { concat, keccak256, toUtf8Bytes } from 'ethers';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { A_WALLET, REQUESTS } from '../support/providers/provider-requests.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const FOR_A_WHILE = 120_000;
const REFERENCE = 'order 4711 – é';

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));
let own: Awaited<ReturnType<typeof createProviderWithSigner>>;
let passportId: number;
/** The hashes on chain of the passport's changes, newest last. */
let hashes: readonly string[];

const post = (endpoint: string, body: object, headers = {}) =>
  gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key: own.secret, body, headers });
const data = async (query: string, variables: object, key = own.secret): Promise<Json> =>
  (await gateway.graphql(query, variables, key)).body.data;
const find = async (hash?: string, key?: string): Promise<Json> => {
  const query = 'query ($hash: Hash!) { entryEvidence(hash: $hash) { hash salt text } }';
  return (await data(query, { hash }, key)).entryEvidence;
};
const erase = async (hash?: string, key?: string): Promise<boolean> => {
  const mutation = 'mutation ($hash: Hash!) { eraseEntryEvidence(input: { hash: $hash }) { erased } }';
  return (await data(mutation, { hash }, key)).eraseEntryEvidence.erased;
};
const hashOf = (...parts: readonly (string | Uint8Array)[]) => keccak256(concat(parts));

beforeAll(async () => {
  own = await createProviderWithSigner(gateway);
  const giveawayId = 'with references';
  const created = await post('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId });
  expect(created.status).toBe(200);
  const entries = { giveawayId, amount: 2, evidence: REFERENCE };
  const provisioned = await post('provision-entrant', { ...entries, entrantWallet: A_WALLET });
  passportId = provisioned.body.result.passportId;
  const issued = { ...entries, passportId };
  for (const key of ['one', 'two', 'two'])
    expect((await post('issue-entries', issued, { 'idempotency-key': key })).status).toBe(200);
  const { passport } = await data(
    'query ($id: SafeInt!) { passport(passportId: $id) { entries { nodes { history { nodes { evidence } } } } } }',
    { id: passportId },
  );
  hashes = passport.entries.nodes[0].history.nodes.map(({ evidence }: Json) => evidence);
}, FOR_A_WHILE);

it('stands on chain as a hash that cannot be found by trying, another one for each change', async () => {
  expect(hashes).toHaveLength(3);
  expect(new Set(hashes).size).toBe(3);
  expect(hashes).not.toContain(keccak256(toUtf8Bytes(REFERENCE)));
});

it('is shown to its provider alone, who computes the hash from it', async () => {
  for (const hash of hashes) {
    const found = await find(hash);
    expect(found).toMatchObject({ hash, text: REFERENCE });
    expect(hashOf(found.salt, toUtf8Bytes(found.text))).toBe(hash);
  }
  const other = await createProviderWithSigner(gateway);
  expect(await find(hashes[0], other.secret)).toBeNull();
  expect(await erase(hashes[0], other.secret)).toBe(false);
  expect(await find(hashes[0])).not.toBeNull();
});

it('has no salt where an earlier release stored it', async () => {
  const hash = hashOf(toUtf8Bytes('order 1'));
  await gateway.onDatabase((em) =>
    em.execute('insert into entry_evidence (provider_id, hash, evidence) values (?, ?, ?)', [
      own.provider.id,
      hash,
      'order 1',
    ]),
  );
  expect(await find(hash)).toEqual({ hash, salt: null, text: 'order 1' });
});

it('is erased with its salt, once, and nothing else', async () => {
  expect([await erase(hashes[0]), await erase(hashes[0])]).toEqual([true, false]);
  expect(await find(hashes[0])).toBeNull();
  expect(await find(hashes[1])).not.toBeNull();
  const rows = await gateway.onDatabase((em) =>
    em.execute('select hash from entry_evidence where hash = ?', [hashes[0] ?? '']),
  );
  expect(rows).toEqual([]);
});
