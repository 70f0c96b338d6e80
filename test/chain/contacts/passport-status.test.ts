import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { startPassportChain } from '../../support/chain/passports.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const STATUS = `mutation ($input: PassportStatusInput!) { passportStatus(input: $input) {
  passportId ownerWallet previousOwnerWallet ownerChanged maxTransfers transfersUsed tradable
} }`;

const passports = sharedByTests(startPassportChain);
let gateway: Gateway;
let provider: Json;
beforeAll(async () => {
  ({ gateway } = passports);
  provider = await createProviderKey(gateway);
});

const requestStatus = (passportId: number, key: string = provider.secret, more = {}): Promise<HttpResponse> =>
  gateway.graphql(STATUS, { input: { passportId, ...more } }, key);
const statusOf = async (passportId: number, key?: string): Promise<Json> =>
  (await requestStatus(passportId, key)).body.data.passportStatus;
const acknowledge = async (passportId: number, acknowledgedOwnerWallet: string): Promise<Json> =>
  (await requestStatus(passportId, undefined, { acknowledgedOwnerWallet })).body.data.passportStatus;
/** Waits until the read model has the passport. */
const projected = (passportId: number, owner: string) =>
  eventually(
    async () =>
      (await gateway.graphql(`{ passport(passportId: ${passportId}) { owner } }`)).body.data.passport?.owner,
    (found) => found === owner,
    30_000,
  );

describe('the status of a passport', () => {
  it('reports a change of owner until the provider acknowledges it', async () => {
    const [ann, bob] = [passports.wallet(2).address, passports.wallet(3).address];
    const passportId = await passports.mint(ann, 2);
    await projected(passportId, ann);
    expect(await statusOf(passportId)).toEqual({
      passportId,
      ownerWallet: ann,
      previousOwnerWallet: ann,
      ownerChanged: false,
      maxTransfers: 2,
      transfersUsed: 0,
      tradable: true,
    });

    await passports.transfer(passportId, ann, bob);
    const changed = { ownerWallet: bob, previousOwnerWallet: ann, ownerChanged: true };
    for (let time = 0; time < 2; time += 1)
      expect(await statusOf(passportId)).toMatchObject({ ...changed, transfersUsed: 1, tradable: true });
    // A response may be lost, or be about another owner, without using the change up.
    expect(await acknowledge(passportId, ann)).toMatchObject(changed);
    expect(await statusOf(passportId)).toMatchObject(changed);
    const known = { ownerWallet: bob, previousOwnerWallet: bob, ownerChanged: false };
    expect(await acknowledge(passportId, bob.toLowerCase())).toMatchObject(known);
    expect(await statusOf(passportId)).toMatchObject(known);

    await passports.transfer(passportId, bob, ann);
    const back = { ownerWallet: ann, previousOwnerWallet: bob, ownerChanged: true, transfersUsed: 2 };
    expect(await statusOf(passportId)).toMatchObject({ ...back, tradable: false });
    // A late acknowledgement of an earlier change does not acknowledge this one.
    expect(await acknowledge(passportId, bob)).toMatchObject(back);
    expect(await acknowledge(passportId, ann)).toMatchObject({ ownerChanged: false });
  });

  it('accepts acknowledgements over REST, and names an invalid wallet', async () => {
    const [ann, bob] = [passports.wallet(2).address, passports.wallet(3).address];
    const passportId = await passports.mint(ann);
    await projected(passportId, ann);
    await statusOf(passportId);
    await passports.transfer(passportId, ann, bob);
    const path = `/api/provider/integrations/passport-status?passportId=${passportId}`;
    const requestBy = (query: string) => gateway.rest('GET', path + query, { key: provider.secret });
    expect((await requestBy('')).body.result).toMatchObject({ previousOwnerWallet: ann, ownerChanged: true });
    for (const wallet of ['0x1', bob.replace(/[a-f]/, (letter) => letter.toUpperCase())])
      expect(await requestBy(`&acknowledgedOwnerWallet=${wallet}`)).toMatchObject({
        status: 400,
        body: { error: { details: { fields: [{ field: 'acknowledgedOwnerWallet' }] } } },
      });
    expect((await requestBy(`&acknowledgedOwnerWallet=${bob}`)).body.result).toMatchObject({
      ownerChanged: false,
    });
    expect((await requestBy('')).body.result).toMatchObject({
      previousOwnerWallet: bob,
      ownerChanged: false,
    });
  });

  it("compares with the read model on a provider's first request", async () => {
    const [ann, bob] = [passports.wallet(2).address, passports.wallet(3).address];
    const passportId = await passports.mint(ann);
    await passports.transfer(passportId, ann, bob);
    await projected(passportId, bob);
    const another = await createProviderKey(gateway);
    expect(await statusOf(passportId, another.secret)).toMatchObject({
      ownerWallet: bob,
      previousOwnerWallet: bob,
      ownerChanged: false,
      maxTransfers: null,
      tradable: true,
    });
  });

  it('reports the owner and the change to every one of many simultaneous requests', async () => {
    const [ann, bob] = [passports.wallet(2).address, passports.wallet(3).address];
    const passportId = await passports.mint(ann);
    await projected(passportId, ann);
    await statusOf(passportId);
    await passports.transfer(passportId, ann, bob);

    const responses = await Promise.all(Array.from({ length: 8 }, () => statusOf(passportId)));

    expect(responses.map(({ ownerWallet }) => ownerWallet)).toEqual(Array(8).fill(bob));
    expect(responses.filter(({ ownerChanged }) => ownerChanged)).toHaveLength(8);
  });

  it('reports a change since the passport was provisioned to many simultaneous first requests', async () => {
    const [ann, bob] = [passports.wallet(2).address, passports.wallet(3).address];
    const another = await createProviderKey(gateway);
    const passportId = await passports.mint(ann, undefined, another.provider.chainKey);
    await passports.transfer(passportId, ann, bob);
    await projected(passportId, bob);

    const responses = await Promise.all(
      Array.from({ length: 8 }, () => statusOf(passportId, another.secret)),
    );

    expect(responses).toMatchObject(
      Array.from({ length: 8 }, () => ({ previousOwnerWallet: ann, ownerChanged: true })),
    );
  });

  it('is available for a passport that is never tradable, too', async () => {
    const passportId = await passports.mint(passports.wallet(2).address, 0);
    expect(await statusOf(passportId)).toMatchObject({ maxTransfers: 0, transfersUsed: 0, tradable: false });
  });

  it('is NOT_FOUND for a passport that does not exist, and INVALID_PAYLOAD for an invalid number', async () => {
    const failure = async (passportId: number) => (await requestStatus(passportId)).body.errors[0].extensions;
    expect(await failure(999_999)).toMatchObject({ code: 'NOT_FOUND', reason: 'PASSPORT' });
    expect(await failure(Number.MAX_SAFE_INTEGER)).toMatchObject({ code: 'NOT_FOUND', reason: 'PASSPORT' });
    expect(await failure(0)).toMatchObject({ code: 'INVALID_PAYLOAD' });
  });
});
