import { expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { addPasskey, BEGIN_SIGN_IN, refusalOf, signInWith } from '../support/passkeys/passkeys.ts';

async function withGateway(variables: Gateway['variables'], work: (gateway: Gateway) => Promise<void>) {
  const gateway = await startGateway(variables);
  try {
    await work(gateway);
  } finally {
    await gateway.stop();
  }
}

it('limits the sign-ins of a client network that are tried, as it limits its codes', async () => {
  await withGateway({ SIGN_IN_LIMIT: '3' }, async (gateway) => {
    const passkey = await addPasskey(gateway, await gateway.signIn());
    const tried = [];
    for (const isVerified of [false, true, true, true])
      tried.push(await signInWith(gateway, passkey, { isVerified }));
    expect(tried.map(({ body }) => body.errors?.[0].extensions.code)).toEqual([
      'UNAUTHENTICATED',
      undefined,
      undefined,
      'RATE_LIMITED',
    ]);
    // Codes are counted apart.
    expect(await gateway.signIn()).toEqual(expect.any(String));
  });
});

it('says why there are none where the public address has no name', async () => {
  await withGateway({ PUBLIC_URL: 'http://127.0.0.1:4000' }, async (gateway) => {
    expect(refusalOf(await gateway.graphql(BEGIN_SIGN_IN))).toMatchObject({ reason: 'PASSKEYS_OFF' });
    const page = await (await fetch(`${gateway.url}/access/sign-in`)).text();
    expect(page).not.toContain('passkey-form');
    const cookie = `giveaways.session_token=${encodeURIComponent(await gateway.signIn())}`;
    const account = await fetch(`${gateway.url}/access/sessions`, { headers: { cookie } });
    expect([account.status, await account.text()]).toEqual([
      200,
      expect.not.stringContaining('/access/passkeys'),
    ]);
    const passkeys = await fetch(`${gateway.url}/access/passkeys`, { headers: { cookie } });
    expect(passkeys.status).toBe(404);
  });
});
