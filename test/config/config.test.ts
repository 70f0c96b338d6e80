import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSigningKey } from '../../src/adapters/auth/signing-keys.ts';
import { readConfig } from '../../src/config/config.ts';
import { runToEnd } from '../support/gateway/process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

describe('the configuration', () => {
  it('reads a variable by its former name too, and warns', () => {
    const urls = new Map([[10, 'https://node.example.com/']]);
    const former = readConfig({ PROOF_RPC_URLS: '10=https://node.example.com/' });
    expect(former).toMatchObject({ PRIZE_CHAIN_RPC_URLS: urls });
    expect(former.warnings).toEqual([expect.stringContaining('use that one')]);
    const current = { PRIZE_CHAIN_RPC_URLS: '10=https://node.example.com/' };
    expect(readConfig({ ...current, PROOF_RPC_URLS: '11=https://other.example.com/' })).toMatchObject({
      PRIZE_CHAIN_RPC_URLS: urls,
    });
    expect(readConfig(current).warnings).toEqual([]);
  });

  it.each([
    ['NODE_ENV', 'prod'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'giveaways.example.com'],
    ['PUBLIC_URL', 'ftp://giveaways.example.com'],
    ['PUBLIC_URL', 'https://giveaways.example.com/#x'],
    ['PUBLIC_URL', 'https://giveaways.example.com/?x=1'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://localhost/giveaways'],
    ['DATABASE_READ_URL', 'replica'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'localhost'],
    ['SMTP_URL', 'mail.example.com'],
    ['RPC_URL', 'file:///chain'],
    ['RPC_URL', 'wss://rpc.example.com'],
    ['CHAIN', 'maybe'],
    ['CHAIN_EXPLORER_URL', 'etherscan.io'],
    ['CHAIN_EXPLORER_URL', 'http://etherscan.io'],
    ['CHAIN_EXPLORER_URL', 'http://127.0.0.1.example.com'],
    ['CHAIN_EXPLORER_URL', 'javascript:alert(1)//'],
    ['CHAIN_EXPLORER_URL', 'https://etherscan.io/?tx='],
    ['CHAIN_EXPLORER_URL', 'https://user@etherscan.io'],
    ['CHAIN_HUB', '0x1234'],
    ['CHAIN_CONFIRMATIONS', '0'],
    ['CHAIN_BLOCK_TIME', 'soon'],
    ['CHAIN_BEACON_MARGIN', '86401'],
    ['CHAIN_BEACON_MARGIN', '29'],
    ['CHAIN_PORT', '65536'],
    ['BEACON_URLS', 'drand'],
    ['KEY_ENCRYPTION_KEYS', 'first:c2hvcnQ='],
    ['MAX_FEE_GWEI', '0'],
    ['SECURITY_CONTACT', 'security@example.com'],
    ['SECURITY_CONTACT', 'mailto:a@example.com,http://example.com'],
    ['DOMAIN_CHECKS', 'yes'],
    ['DOMAIN_DNS_SERVERS', 'resolver.example.com'],
    ['DOMAIN_DNS_SERVERS', '192.0.2.1:65536'],
    ['DOMAIN_DNS_SERVERS', '[2001:db8::1'],
    ['DOMAIN_DNS_SERVERS', '192.0.2.1, 2001:db8::1:53:x'],
    ['RATE_LIMIT', 'none'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '1.5'],
    ['RATE_LIMIT', '-5'],
    ['AUTH_SECRET', 'a'.repeat(31)],
    ['AUTH_SECRET', `${'a'.repeat(32)},short`],
    ['OAUTH_ISSUERS', 'issuer'],
    ['OAUTH_ISSUERS', 'https://a.example.com/#x'],
    ['OAUTH_ISSUERS', 'https://a.example.com#'],
    ['OAUTH_ISSUERS', 'https://a.example.com,https://a.example.com|https://a.example.com/keys'],
    ['OAUTH_ISSUERS', 'https://a.example.com, issuer'],
    ['OAUTH_ISSUERS', 'https://a.example.com|keys'],
    ['OAUTH_ISSUERS', 'ftp://a.example.com'],
    ['OAUTH_ISSUERS', 'https://a.example.com|file:///keys'],
    ['OAUTH_EMBEDDED_ISSUER', 'yes'],
    ['OAUTH_SIGNING_KEYS', 'no-json'],
    ['OAUTH_SIGNING_KEYS', '{}'],
    ['OPERATOR_TOKEN_HASH', 'gop_token'],
    ['CORS_ORIGINS', 'shop'],
    ['CORS_ORIGINS', 'https://shop.example.com/path'],
    ['INTROSPECTION', 'true'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused with the name of the variable for %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`The configuration is wrong. ${name} `);
  });

  it('names the levels of the log', () => {
    expect(() => readConfig({ LOG_LEVEL: 'verbose' })).toThrow('LOG_LEVEL must be trace, debug, info, ');
  });

  it('shows no password in an error', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@db.example.com' })).toThrow(
      /^(?!.*secret).*DATABASE_URL/,
    );
  });

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', RATE_LIMIT: 'x', INTROSPECTION: 'x' })).toThrow(
      /PORT .*RATE_LIMIT .*INTROSPECTION /,
    );
  });

  it('names the variables that RPC_URL also needs', () => {
    expect(() =>
      readConfig({ RPC_URL: 'http://localhost:8545', CHAIN_BEACON: `0x${'1'.repeat(40)}` }),
    ).toThrow('RPC_URL also needs CHAIN_HUB, CHAIN_PASSPORT, CHAIN_START_BLOCK');
  });

  describe('the configuration of several hubs', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}`);
    const variables = {
      RPC_URL: 'http://localhost:8545',
      CHAIN_BEACON: `0x${'9'.repeat(40)}`,
      CHAIN_HUB: `${one}, ${two}`,
      CHAIN_PASSPORT: `${three},${four}`,
      CHAIN_START_BLOCK: '20,10',
    };

    it('lists them with their passports and start blocks, the current one first', () => {
      expect(readConfig(variables).chain).toMatchObject({
        hubs: [
          { hub: one, passport: three, startBlock: 20 },
          { hub: two, passport: four, startBlock: 10 },
        ],
      });
    });

    it.each([
      ['CHAIN_HUB', `${one},${one}`, 'CHAIN_HUB must not list an address twice'],
      ['CHAIN_HUB', `${one},`, 'CHAIN_HUB must be addresses'],
      ['CHAIN_HUB', `${one},${three}`, 'CHAIN_PASSPORT lists an address of CHAIN_HUB'],
      ['CHAIN_PASSPORT', three, 'CHAIN_PASSPORT has 1 items and CHAIN_HUB 2'],
      [
        'CHAIN_PASSPORT',
        `${three},${four},0x${'5'.repeat(40)}`,
        'CHAIN_PASSPORT has 3 items and CHAIN_HUB 2',
      ],
      ['CHAIN_START_BLOCK', '20', 'CHAIN_START_BLOCK has 1 items and CHAIN_HUB 2'],
      ['CHAIN_START_BLOCK', '20,10,5', 'CHAIN_START_BLOCK has 3 items and CHAIN_HUB 2'],
      ['CHAIN_START_BLOCK', '20,-1', 'CHAIN_START_BLOCK must be the numbers'],
    ])('is refused for %s=%s', (name, value = '', message) => {
      expect(() => readConfig({ ...variables, [name]: value })).toThrow(message);
    });
  });

  it.each([
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['redis_url', 'REDIS_URL'],
  ])('names the setting that is meant by %s', (name, setting) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(`${name} is not a setting: use ${setting}`);
  });

  it('ignores variables of other programs', () => {
    const foreign = [
      'HOME',
      'HOSTNAME',
      'PORTS',
      'REDIS_PORT',
      'REDIS_HOST',
      'PGHOST',
      'NODE_OPTIONS',
      'MAIL_TO',
      'API_URL',
      'APP_URL',
      'SITE_URL',
      'HTTP_URL',
      'DATABASE_USER',
    ];
    expect(readConfig(Object.fromEntries(foreign.map((name) => [name, 'x'])))).toEqual(readConfig({}));
  });

  it.each([
    ['embedded', {}],
    ['off', { CHAIN: 'off' }],
    ['off', { DATABASE_URL: 'postgres://localhost/giveaways' }],
    ['embedded', { DATABASE_URL: 'postgres://localhost/giveaways', CHAIN: 'on' }],
    ['off', { NODE_ENV: 'production' }],
  ])('sets the chain to %s with %j', (kind, variables) => {
    expect(readConfig(variables).chain).toMatchObject({ kind });
  });

  it('treats empty variables as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', RATE_LIMIT: '' })).toEqual(readConfig({}));
    expect(readConfig({})).toMatchObject({ PORT: 4000, DATA_DIR: '.data', RATE_LIMIT: 1200 });
  });
});

/** A set whose only key has the private part of another one. */
async function mismatchedKeys(): Promise<string> {
  const [one, other] = [await generateSigningKey(), await generateSigningKey()];
  return JSON.stringify({ keys: [{ ...one, d: other.d, kid: 'mixed' }] });
}

describe('a process that fails to start', () => {
  type Ended = Awaited<ReturnType<typeof runToEnd>>;
  const directory = temporaryDirectory('gateway');
  let ended: Readonly<Record<string, Ended>>;
  beforeAll(async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const start = async (name: string, variables: Readonly<Record<string, string>>) => [
      name,
      await runToEnd({ PORT: '0', DATA_DIR: directory, ...variables }),
    ];
    ended = Object.fromEntries(
      await Promise.all([
        start('a wrong configuration', { PORT: 'http', OAUTH_ISSUERS: 'issuer' }),
        start('an unreachable database', { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/giveaways' }),
        start('a file instead of its folder', { DATA_DIR: file }),
        start('a signing key that does not match', { OAUTH_SIGNING_KEYS: await mismatchedKeys() }),
        start('production without encryption keys', {
          NODE_ENV: 'production',
          CHAIN: 'on',
          DATA_DIR: join(directory, 'production'),
        }),
      ]),
    ) as typeof ended;
  });

  it.each([
    ['a wrong configuration', /^The configuration is wrong\. PORT must .*OAUTH_ISSUERS must .*\n$/],
    ['an unreachable database', /^(?!.*secret).*DATABASE_URL.*\n$/],
    ['a file instead of its folder', /^.*DATA_DIR.*\n$/],
    ['a signing key that does not match', /^.*OAUTH_SIGNING_KEYS.*"mixed".*\n$/],
    ['production without encryption keys', /^.*KEY_ENCRYPTION_KEYS.*\n$/],
  ])('exits with 1 and a line that names the variable: %s', (name, line) => {
    expect(ended[name]).toEqual({ code: 1, output: expect.stringMatching(line) });
  });
});
