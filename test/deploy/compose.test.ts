import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { hashSecret } from '../../src/adapters/auth/secrets.ts';
import { readConfig, SETTING_NAMES } from '../../src/config/config.ts';

interface Service {
  readonly image?: string;
  readonly build?: object;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly command?: string | readonly string[];
}
interface Composition {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const read = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true }) as Composition;

describe.each(['deploy/compose.yaml', 'docker-compose.yml'])('%s', (file) => {
  const { services, volumes } = read(file);
  const entries = Object.entries(services);

  it('gives each gateway settings that exist', () => {
    const gateways = entries.filter(([, { build, environment }]) => build && environment?.['DATABASE_URL']);
    expect(gateways.length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of gateways)
      expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('waits for services that exist, and that say when they are healthy', () => {
    const waits = entries.flatMap(([, { depends_on: others = {} }]) => Object.entries(others));
    expect(waits.length).toBeGreaterThan(3);
    for (const [name, { condition }] of waits) {
      expect(Object.keys(services)).toContain(name);
      // The image of the gateway has a check of its own.
      if (condition === 'service_healthy' && services[name]?.build === undefined)
        expect(services[name]).toHaveProperty('healthcheck');
    }
  });

  it('mounts files and volumes that exist', () => {
    const sources = entries.flatMap(([, { volumes: used = [] }]) =>
      used.map((each) => each.split(':')[0] ?? ''),
    );
    expect(sources.length).toBeGreaterThan(1);
    for (const source of sources)
      if (source.startsWith('.'))
        expect([source, existsSync(join(dirname(file), source))]).toEqual([source, true]);
      else expect(Object.keys(volumes)).toContain(source);
  });
});

describe('deploy/compose.yaml', () => {
  const { services } = read('deploy/compose.yaml');

  it('gives gateways, migration and proxies neither capabilities nor a file system that they can write', () => {
    for (const name of ['gateway', 'migration', 'haproxy', 'pgbouncer', 'cache', 'counters'])
      expect([name, services[name]]).toEqual([
        name,
        expect.objectContaining({ read_only: true, cap_drop: ['ALL'] }),
      ]);
  });

  it('migrates on the server itself, and lets gateways wait for it', () => {
    expect(services['migration']).toMatchObject({ command: ['giveaways', 'migrate', 'up'] });
    expect(services['migration']?.environment?.['DATABASE_URL']).toContain('@postgres:5432/');
    expect(services['gateway']?.depends_on?.['migration']).toEqual({
      condition: 'service_completed_successfully',
    });
  });

  it('contains no secret', () => {
    const text = readFileSync('deploy/compose.yaml', 'utf8');
    for (const [, variable, password = variable] of text.matchAll(/PASSWORD: (.*)|:\/\/\w+:(.*)@/g))
      expect(password).toMatch(/^\$\{/);
  });
});

describe('deploy/create-secrets.ts', () => {
  let folder: string;
  const create = () =>
    spawnSync(process.execPath, ['deploy/create-secrets.ts', folder, 'https://giveaways.example.com'], {
      encoding: 'utf8',
    });
  beforeAll(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'made');
  });
  afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

  it('creates variables that a gateway in production accepts, for their owner alone', () => {
    expect(create()).toMatchObject({ status: 0, stderr: '' });
    const variables = parseEnv(readFileSync(join(folder, 'gateway.env'), 'utf8'));
    const config = readConfig({ ...variables, NODE_ENV: 'production' });
    expect(config).toMatchObject({ production: true, PUBLIC_URL: 'https://giveaways.example.com' });
    const token = readFileSync(join(folder, 'operator-token'), 'utf8').trim();
    expect(config.OPERATOR_TOKEN_HASH).toEqual([hashSecret(token)]);
    expect(statSync(folder).mode & 0o077).toBe(0);
    for (const name of ['gateway.env', 'compose.env', 'operator-token'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('never gives the passwords of the servers to a gateway', () => {
    const variables = parseEnv(readFileSync(join(folder, 'gateway.env'), 'utf8'));
    expect(Object.keys(variables).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('overwrites nothing', () => {
    const before = readFileSync(join(folder, 'gateway.env'), 'utf8');
    expect(create()).toMatchObject({ status: 1, stderr: expect.stringContaining('EEXIST') });
    expect(readFileSync(join(folder, 'gateway.env'), 'utf8')).toBe(before);
  });
});
