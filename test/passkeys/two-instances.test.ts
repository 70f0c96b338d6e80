import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createBareDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import {
  addPasskey,
  beginSignIn,
  isSignedIn,
  present,
  refusalOf,
  REMOVE,
  signInWith,
} from '../support/passkeys/passkeys.ts';

const server = process.env['DATABASE_URL'];

describeWith(server, 'DATABASE_URL is not set', 'passkeys at two gateways on one PostgreSQL', () => {
  let database: TestDatabase;
  let first: Gateway;
  let second: Gateway;
  beforeAll(async () => {
    database = (await createBareDatabase())!;
    const shared = { DATABASE_URL: database.url, AUTH_SECRET: randomUUID().repeat(2) };
    [first, second] = await Promise.all([startGateway(shared), startGateway(shared)]);
  });
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await database.drop();
  });

  it('accept a challenge of the other, and only one of them does', async () => {
    const passkey = await addPasskey(first, await first.signIn());
    for (let round = 0; round < 5; round += 1) {
      const credential = passkey.sign(await beginSignIn(first));
      const responses = await Promise.all(
        [first, second, second, first].map((each) => present(each, credential)),
      );
      expect(responses.filter(isSignedIn)).toHaveLength(1);
      const refused = responses.filter((each) => !isSignedIn(each));
      expect(refused.map(refusalOf)).toEqual(
        refused.map(() => ({ code: 'UNAUTHENTICATED', reason: 'PASSKEY_CHALLENGE_INVALID' })),
      );
    }
  });

  it('accept each count of a passkey once', async () => {
    const passkey = await addPasskey(first, await first.signIn(), { counter: 1 });
    const responses = await Promise.all(
      [first, second].map((each) => signInWith(each, passkey, { counter: 2 })),
    );
    expect(responses.filter(isSignedIn)).toHaveLength(1);
  });

  it('refuse at once a passkey that was removed at the other', async () => {
    const token = await first.signIn();
    const passkey = await addPasskey(second, token);
    expect(isSignedIn(await signInWith(first, passkey))).toBe(true);
    await second.graphql(REMOVE, { id: passkey.passkeyId }, token);
    expect(refusalOf(await signInWith(first, passkey))).toMatchObject({ reason: 'PASSKEY_UNKNOWN' });
  });
});
