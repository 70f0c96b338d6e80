import { describe, expect, it } from '@jest/globals';
import { adviseOnPart } from '../../../src/cli/operator/part-advice.ts';
import { adviseConfig } from '../../../src/config/advise.ts';
import { readConfig } from '../../../src/config/config.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { runAsOperator } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

// Nothing listens there.
const gateway = sharedByTests(() => startGateway({ SMTP_URL: 'smtp://127.0.0.1:9' }));

const change = (text: string) => gateway.onDatabase((em) => em.execute(text));

describe('giveaways doctor', () => {
  it('says for each fault what to do', async () => {
    await change(
      `insert into verified_backup (checksum, taken_at) values ('${'a'.repeat(64)}', now() - interval '49 hours')`,
    );
    await change(`
      insert into migration (name, release, compatible_from) values ('Later20270101000000', '0.3.0', '0.2.0')`);
    // While the machine is busy with the start, the database can seem to be silent.
    const { code, json } = await eventually(
      () => runAsOperator(gateway, ['doctor', '--json']),
      ({ json: { findings } }) => findings.length === 3,
      60_000,
    );
    expect(code).toBe(1);
    expect(json.findings).toEqual([
      'MAIL is DOWN: correct SMTP_URL, and look at the log.',
      expect.stringMatching(
        /^BACKUP is LATE \(BACKUP_OLD, 1764\d\d s\): run giveaways backup, and giveaways/,
      ),
      'A later release has migrated the database: finish the upgrade, so that all instances are of that release.',
    ]);
    expect(gateway.log.filter((line) => line.includes('the mail server does not work'))).toEqual([
      expect.stringContaining('ECONNREFUSED 127.0.0.1:9'),
    ]);
    expect(await gateway.metrics()).toMatch(/^giveaways_verified_backup_age_seconds 1764\d\d$/m);
    const { stdout } = await runAsOperator(gateway, ['doctor']);
    expect(stdout).toMatch(/^DATABASE +OK/m);
    expect(stdout).toMatch(/^BACKUP +LATE +1764\d\d +BACKUP_OLD$/m);
  });
});

it('names no node where the service works without a chain, whatever signers it has', async () => {
  const document =
    'mutation { createWallet(input: { purpose: SIGNER, label: "main" }) { wallet { address } } }';
  const { body } = await gateway.graphql(document, {}, gateway.operatorToken);
  const { address } = body.data.createWallet.wallet;
  await change(`insert into chain_lane (chain_id, signer) values (31337, '${address}')`);
  const { json } = await runAsOperator(gateway, ['doctor', '--json']);
  expect(json.signers).toEqual([expect.objectContaining({ address, sent: null })]);
  expect(json.findings.join()).not.toMatch(/node/i);
});

describe('the advice on a part', () => {
  const KEYS = { part: 'KEYS', number: null, lagSeconds: null } as const;

  it('is another one for secrets that differ than for a key that is missing', () => {
    expect(adviseOnPart({ ...KEYS, state: 'LATE', reason: 'OTHER_SECRETS' })).toBe(
      'KEYS is LATE (OTHER_SECRETS): give every instance the same secrets; the log names the settings that differ.',
    );
    expect(adviseOnPart({ ...KEYS, state: 'DOWN', reason: 'KEY_MISSING' })).toBe(
      'KEYS is DOWN (KEY_MISSING): add the missing key to KEY_ENCRYPTION_KEYS.',
    );
  });
});

it('the advice on what needs the chain of a faulty node is to see to the node', () => {
  const unread = { part: 'BEACON', number: null, state: 'DOWN', lagSeconds: null } as const;
  expect(adviseOnPart({ ...unread, reason: 'RPC_DOWN' })).toBe(
    'BEACON is DOWN (RPC_DOWN): see to NODE first, whose chain it needs.',
  );
  // Also when a full disk stops the embedded chain, which no restart helps.
  const halted = { part: 'READ_MODEL', number: null, state: 'LATE', lagSeconds: 62 } as const;
  expect(adviseOnPart({ ...halted, reason: 'NO_NEW_BLOCK' })).toBe(
    'READ_MODEL is LATE (NO_NEW_BLOCK, 62 s): see to NODE first, whose chain it needs.',
  );
});

it('the advice on a node names all settings that can be wrong', () => {
  const down = { part: 'NODE', number: null, state: 'DOWN', lagSeconds: null, reason: null } as const;
  expect(adviseOnPart(down)).toMatch(/RPC_URL and the addresses of the contracts/);
  expect(adviseOnPart({ ...down, part: 'CACHE' })).toMatch(/REDIS_URL, COUNTERS_REDIS_URL or/);
});

describe('the advice on a configuration', () => {
  const PRODUCTION = { NODE_ENV: 'production', CHAIN: 'off' };
  const GOOD = {
    ...PRODUCTION,
    PUBLIC_URL: 'https://giveaways.example.com',
    TRUST_PROXY: '1',
    DATABASE_URL: 'postgres://localhost/giveaways',
    SMTP_URL: 'smtp://localhost',
    SECURITY_CONTACT: 'mailto:security@example.com',
  };
  const WHOLE = { missing: [], ignored: [] };

  it.each(['OPERATIONS', 'JOBS', 'KEYS', 'CLOCK', 'BACKUP'] as const)(
    'names no cause of its own for %s while the database does not tell its state',
    (part) => {
      const unread = { part, number: null, state: 'DOWN', lagSeconds: null, reason: null } as const;
      expect(adviseOnPart(unread)).toBe(
        `${part} is DOWN: its state could not be read: see to DATABASE first, and to the log.`,
      );
    },
  );

  it('names the legal texts that are missing, and files that are none', () => {
    expect(
      adviseConfig(readConfig(GOOD), { missing: ['imprint', 'terms'], ignored: ['imprint.md'] }),
    ).toEqual([
      expect.stringMatching(/^The site has no imprint, terms: .*LEGAL_TEXTS/),
      expect.stringContaining('imprint.md'),
    ]);
  });

  it('is nothing for a whole configuration, and nothing for development', () => {
    expect(adviseConfig(readConfig(GOOD), WHOLE)).toEqual([]);
    expect(adviseConfig(readConfig({}), { missing: ['imprint'], ignored: ['imprint.md'] })).toEqual([]);
  });

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'http://giveaways.example.com' }],
    ['TRUST_PROXY', { TRUST_PROXY: '' }],
    ['The database', { DATABASE_URL: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['RATE_LIMIT', { RATE_LIMIT: 'off' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: '' }],
    ['PROOF_RPC_URLS', { PROOF_RPC_URLS: '1=http://localhost:8545' }],
  ])('names %s', (name, variables) => {
    expect(adviseConfig(readConfig({ ...GOOD, ...variables }), WHOLE)).toEqual([
      expect.stringContaining(name),
    ]);
  });
});
