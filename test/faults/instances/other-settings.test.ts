import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { generateSigningKey } from '../../../src/adapters/auth/signing-keys.ts';
import { hashSecret } from '../../../src/adapters/auth/secrets.ts';
import { readSecretUses } from '../../../src/adapters/postgres/health/secret-uses.ts';
import type { TestDatabase } from '../../support/database/database.ts';
import { createServerDatabase, postgresPrograms } from '../../support/database/postgres-cluster.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { getPage, textOf } from '../../web/support/site.ts';

jest.setTimeout(240_000);

interface Shown {
  readonly state: string;
  readonly reason: string | null;
}

const server = process.env['DATABASE_URL'] ?? postgresPrograms;
const [A, B] = ['a'.repeat(32), 'b'.repeat(32)] as const;
const OK = { state: 'OK', reason: null };
/** Without ENV_FILE. */
const OFF = { state: 'OFF', reason: null };
const OTHER_SECRETS = { state: 'LATE', reason: 'OTHER_SECRETS' };
const OTHER_SETTINGS = { state: 'LATE', reason: 'OTHER_SETTINGS' };

describeWith(server, 'DATABASE_URL is not set and initdb not installed', 'instances on one database', () => {
  let database: TestDatabase;
  let signingKeys: string;
  let started: Gateway[] = [];
  beforeAll(async () => {
    database = await createServerDatabase();
    signingKeys = JSON.stringify({ keys: [await generateSigningKey()] });
  });
  beforeEach(() => {
    started = [];
  });
  afterEach(async () => {
    if (started[0]) await execute(started[0], 'delete from secret_use');
    await Promise.all(started.map((gateway) => gateway.stop()));
  });
  afterAll(() => database.drop());

  const start = async (variables: Readonly<Record<string, string>>) => {
    const gateway = await startGateway({
      DATABASE_URL: database.url,
      OPERATOR_TOKEN_HASH: hashSecret('the operator'),
      OAUTH_SIGNING_KEYS: signingKeys,
      ...variables,
    });
    started.push(gateway);
    return gateway;
  };
  const execute = (gateway: Gateway, text: string) => gateway.onDatabase((em) => em.execute(text));
  /** Waits until so many different configurations were noted. */
  const expectNoted = async (gateway: Gateway, count: number) => {
    const read = () => execute(gateway, 'select 1 from secret_use');
    expect(await eventually(read, ({ length }) => length === count, 30_000)).toHaveLength(count);
  };
  const expectPart = async (gateway: Gateway, part: string, expected: Shown) => {
    const isExpected = ({ state }: Shown) => state === expected.state;
    expect(await eventually(() => readPart(gateway, part), isExpected, 30_000)).toEqual(expected);
  };
  const expectKeys = (gateway: Gateway, expected: Shown) => expectPart(gateway, 'KEYS', expected);

  it('show that their secrets differ, until one has ended', async () => {
    const first = await start({ AUTH_SECRET: A });
    await expectNoted(first, 1);
    await expectKeys(first, OK);
    const second = await start({ AUTH_SECRET: B });
    await expectNoted(first, 2);
    for (const gateway of [first, second]) {
      await expectKeys(gateway, OTHER_SECRETS);
      await expectPart(gateway, 'SETTINGS', OFF);
      expect(gateway.log.join('')).toContain('"settings":["AUTH_SECRET"]');
      expect(textOf(await getPage(gateway.url, '/developers/status'))).toContain(
        'Another instance uses other secrets.',
      );
      expect(await gateway.metrics()).toMatch(
        /^giveaways_service_part_fault\{part="KEYS",reason="OTHER_SECRETS"\} 1$/m,
      );
    }

    await second.stop();
    started = [first];
    // As if the minutes had passed in which the one that works has noted its secrets.
    await execute(first, "update secret_use set used_at = now() - interval '4 minutes'");
    expect(await first.onDatabase((_em, sql) => readSecretUses(sql))).toEqual([]);
    await expectKeys(first, OK);
    await start({ AUTH_SECRET: A });
    await expectNoted(first, 1);
    await expectKeys(first, OK);
  });

  it.each([
    ['are alike', A, A, 1],
    ['are replaced in steps', `${A},${B}`, `${B},${A}`, 2],
  ])('are well while their secrets %s', async (_what, one, other, count) => {
    const pair = [await start({ AUTH_SECRET: one }), await start({ AUTH_SECRET: other })];
    await expectNoted(pair[0]!, count);
    for (const gateway of pair) {
      await expectKeys(gateway, OK);
      await expectPart(gateway, 'SETTINGS', OFF);
      expect(gateway.log.join('')).not.toContain('"settings"');
    }
  });

  it.each([
    ['public URLs', 'PUBLIC_URL', 'https://one.example', 'https://other.example'],
    ['public paths', 'PUBLIC_URL', 'https://one.example', 'https://one.example/below'],
    ['trusted issuers', 'OAUTH_ISSUERS', '', 'https://issuer.example'],
    ['ways to issue tokens', 'OAUTH_EMBEDDED_ISSUER', 'on', 'off'],
    ['retentions', 'AUDIT_RETENTION_MONTHS', '0', '24'],
  ])('show that their %s differ', async (_what, setting, one, other) => {
    const first = await start({ AUTH_SECRET: A, [setting]: one });
    const second = await start({ AUTH_SECRET: A, [setting]: other });
    await expectNoted(first, 2);
    for (const gateway of [first, second]) {
      await expectPart(gateway, 'SETTINGS', OTHER_SETTINGS);
      await expectKeys(gateway, OK);
      expect(gateway.log.join('')).toContain(`"settings":["${setting}"]`);
      expect(await gateway.metrics()).toMatch(
        /^giveaways_service_part_fault\{part="SETTINGS",reason="OTHER_SETTINGS"\} 1$/m,
      );
    }
  });

  it('are well beside one whose release notes its secrets alone', async () => {
    const gateway = await start({ AUTH_SECRET: A, PUBLIC_URL: 'https://one.example' });
    await expectNoted(gateway, 1);
    await execute(
      gateway,
      `insert into secret_use (fingerprints)
          select jsonb_object_agg(key, value) from secret_use, jsonb_each(fingerprints)
          where key in ('AUTH_SECRET', 'OAUTH_SIGNING_KEYS', 'OPERATOR_TOKEN_HASH')`,
    );
    await expectNoted(gateway, 2);
    // Reads the notes before SETTINGS shows what was found.
    await expectKeys(gateway, OK);
    await expectPart(gateway, 'SETTINGS', OFF);
    expect(gateway.log.join('')).not.toContain('"settings"');
  });
});

async function readPart(gateway: Gateway, name: string): Promise<Shown> {
  const { body } = await gateway.graphql('{ status { parts { part state reason } } }');
  const { part: _part, ...shown } = body.data.status.parts.find(({ part }: Json) => part === name);
  return shown;
}
