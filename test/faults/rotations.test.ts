import { expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { generateSigningKey } from '../../src/adapters/auth/signing-keys.ts';
import { createServerDatabase, postgresPrograms } from '../support/database/postgres-cluster.ts';
import { describeWith } from '../support/describe-with.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { createServiceClient } from '../support/gateway/operator.ts';
import { draft, newEmail } from '../support/listings.ts';
import { codeOf, mailsTo } from '../support/mail/mail.ts';
import { createWebhook, rotateSecret, startProvider } from '../webhooks/support/api.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const server = process.env['DATABASE_URL'] ?? postgresPrograms;

// The database of this suite knows one key of each name.
const [K1, K2] = ['k1', 'k2'].map(newKey) as [string, string];

type Variables = Readonly<Record<string, string>>;
type Pair = readonly [Gateway, Gateway];

describeWith(server, 'DATABASE_URL is not set and initdb not installed', 'a rotation, step by step', () => {
  const database = sharedByTests(createServerDatabase);

  /** Runs `work` on an instance that has the step behind it, and one that has not. */
  const withBoth = async (
    [before, after]: readonly [Variables, Variables],
    work: (pair: Pair) => Promise<void>,
  ) => {
    const shared = { DATABASE_URL: database.url };
    const first = await startGateway({ ...shared, ...before });
    const second = await startGateway({ ...shared, ...after });
    try {
      await work([first, second]);
    } finally {
      await first.stop();
      await second.stop();
    }
  };
  /** The steps from one key to the next: known everywhere, then used, then removed. */
  const stepsOf = (name: string, one: string, both: string, swapped: string, other: string, more = {}) =>
    [
      [one, both],
      [both, swapped],
      [swapped, other],
    ].map(([before = '', after = '']): readonly [Variables, Variables] => [
      { ...more, [name]: before },
      { ...more, [name]: after },
    ]);

  it('refuses no token at any instance while the signing keys are replaced', async () => {
    const [one, other] = [await generateSigningKey(), await generateSigningKey()];
    const [a, ab, ba, b] = [[one], [one, other], [other, one], [other]].map((keys) =>
      JSON.stringify({ keys }),
    );
    const signers: unknown[] = [];
    for (const step of stepsOf('OAUTH_SIGNING_KEYS', a!, ab!, ba!, b!))
      await withBoth(step, async (pair) => {
        const client = await createServiceClient(pair[0]);
        for (const issuing of pair) {
          const token = await tokenOf(issuing, client);
          signers.push(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid);
          for (const instance of pair) expect((await instance.publish(token, draft())).status).toBe(200);
        }
      });
    expect(signers).toEqual([one.kid, one.kid, one.kid, other.kid, other.kid, other.kid]);
  });

  it('ends no session, no code and no repeated request of AUTH_SECRET before its old value is removed', async () => {
    const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];
    const keys = { KEY_ENCRYPTION_KEYS: K1 };
    const [known, used, removed] = stepsOf('AUTH_SECRET', a, `${a},${b}`, `${b}, ${a}`, b, keys);
    const sessions: string[] = [];
    const expectSessions = async (instance: Gateway) => {
      for (const session of sessions) expect(await viewerOf(instance, session)).toBe(200);
    };
    const crossOver = async (pair: Pair) => {
      for (const [from, to] of [pair, pair.toReversed()] as Pair[]) {
        sessions.push(await signInAcross(from, to));
        await repeatAcross(from, to);
      }
    };
    for (const step of [known!, used!])
      await withBoth(step, async (pair) => {
        await crossOver(pair);
        await expectSessions(pair[0]);
        await expectSessions(pair[1]);
      });
    const earlier = sessions.splice(0);
    await withBoth(removed!, async (pair) => {
      await crossOver(pair);
      await expectSessions(pair[1]);
      for (const session of earlier) expect(await viewerOf(pair[0], session)).toBe(200);
      expect(await viewerOf(pair[1], earlier[0] ?? '')).toBe(401);
    });
  });

  it('leaves every secret readable at every instance while the key-encryption keys are replaced', async () => {
    const [known, used, removed] = stepsOf('KEY_ENCRYPTION_KEYS', K1, `${K1},${K2}`, `${K2},${K1}`, K2, {
      AUTH_SECRET: 'c'.repeat(32),
    });
    const webhooks: { readonly id: string; readonly session: string }[] = [];
    const expectReadable = async (pair: Pair) => {
      for (const instance of pair)
        for (const { id, session } of webhooks) {
          const { body } = await rotateSecret(instance, session, id);
          expect(body.data?.rotateWebhookSecret.secret).toMatch(/^whsec_/);
        }
    };
    const addWebhooks = async (pair: Pair) => {
      for (const instance of pair) {
        const { id: provider, session } = await startProvider(instance);
        const { body } = await createWebhook(instance, session, {
          provider,
          url: 'https://receiver.example.com/',
        });
        webhooks.push({ id: body.data.createWebhook.webhook.id, session });
      }
    };
    for (const step of [known!, used!])
      await withBoth(step, async (pair) => {
        await addWebhooks(pair);
        await expectReadable(pair);
      });
    await withBoth([used![1], used![1]], async ([instance]) => {
      expect((await rotateKeys(instance)).remaining).toBe(0);
    });
    await withBoth(removed!, async (pair) => {
      await addWebhooks(pair);
      await expectReadable(pair);
    });
    const refused = startGateway({ DATABASE_URL: database.url, KEY_ENCRYPTION_KEYS: newKey('k2') });
    await expect(refused).rejects.toThrow(/^KEY_ENCRYPTION_KEYS .*"k2" has other bytes/);
  });
});

function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

async function tokenOf(gateway: Gateway, { id, secret }: { id: string; secret: string }): Promise<string> {
  const { body } = await gateway.rest('POST', '/oauth/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    },
    body: 'grant_type=client_credentials&scope=giveaways%3Apublish',
  });
  return String(body.access_token);
}

async function viewerOf(gateway: Gateway, session: string): Promise<number> {
  return (await gateway.graphql('{ viewer { email } }', {}, session)).status;
}

/** Requests a code of one instance, and opens a session with it at another one. */
async function signInAcross(from: Gateway, to: Gateway): Promise<string> {
  const email = newEmail();
  await from.graphql('mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }', {
    email,
  });
  const code = codeOf((await mailsTo(from.directory, email)).at(-1) ?? '');
  const { body } = await to.graphql(
    'mutation ($email: String!, $code: String!) { signIn(input: { email: $email, code: $code }) { token } }',
    { email, code },
  );
  return String(body.data.signIn.token);
}

/** Sends the same creation and the same rotations to two instances: each gets the secret that the first one issued. */
async function repeatAcross(from: Gateway, to: Gateway): Promise<void> {
  const account = newEmail();
  const issue = async (instance: Gateway, name: string, input: object) => {
    const document = `mutation ($input: ${name}ApiKeyInput!) {
      issued: ${name.toLowerCase()}ApiKey(input: $input) { secret apiKey { id } }
    }`;
    const { body } = await instance.graphql(
      document,
      { input: { account, ...input } },
      instance.operatorToken,
    );
    return body.data.issued;
  };
  const creation = { scopes: ['giveaways:publish'], creationId: 'a creation' };
  const created = await issue(from, 'Create', creation);
  expect(await issue(to, 'Create', creation)).toEqual(created);
  const rotation = { id: created.apiKey.id, rotationId: 'a rotation' };
  expect(await issue(to, 'Rotate', rotation)).toEqual(await issue(from, 'Rotate', rotation));

  const { id: provider, session } = await startProvider(from);
  const { body } = await createWebhook(from, session, { provider, url: 'https://receiver.example.com/' });
  const { id } = body.data.createWebhook.webhook;
  const [first, repeated] = [
    await rotateSecret(from, session, id, 'a rotation'),
    await rotateSecret(to, session, id, 'a rotation'),
  ];
  expect(first.body.data.rotateWebhookSecret.secret).toMatch(/^whsec_/);
  expect(repeated.body.data).toEqual(first.body.data);
}

async function rotateKeys(gateway: Gateway): Promise<{ readonly remaining: number }> {
  const { body } = await gateway.graphql(
    'mutation { rotateKeyEncryption(input: { first: 500 }) { rewrapped remaining } }',
    {},
    gateway.operatorToken,
  );
  return body.data.rotateKeyEncryption;
}
