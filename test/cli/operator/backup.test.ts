import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { readManifest, streamPayload } from '../../../src/app/backup/file/backup-file.ts';
import { sendAs } from '../../support/chain/provider-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { runAsOperator, runCli } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

jest.setTimeout(240_000);

/** What the keeper notes in rows of the read model, which no chain has. */
const KEEPER_LOOKED = `update giveaway set draw_check_at = now(), due_draws = 1`;
const WITHIN_MS = 60_000;

const folder = temporaryDirectory('backups');
const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));
let secret: string;
let passportId: number;
let backup: Json;

const readTotal = async (of: Gateway): Promise<number> => {
  const { body } = await of.graphql(
    '{ giveaways { edges { node { rounds(first: 1) { edges { node { entriesTotal } } } } } } }',
    {},
  );
  return body.data.giveaways.edges[0]?.node.rounds.edges[0]?.node.entriesTotal ?? 0;
};

beforeAll(async () => {
  ({ secret } = await createProviderWithSigner(gateway));
  const send = sendAs(gateway, secret);
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  await send('create-giveaway', { giveawayId: 'kept', startTime, determinationType: 0 });
  const target = { ownershipMode: 'managed_wallet', giveawayId: 'kept', amount: 3 };
  ({ passportId } = (await send('provision-entrant', target)).body.result);
  await eventually(
    () => readTotal(gateway),
    (total) => total === 3,
    WITHIN_MS,
  );
  await gateway.onDatabase((em) => em.execute(KEEPER_LOOKED));
});

const verify = (file: string, env: Readonly<Record<string, string>> = {}) =>
  runCli(['backup', '--verify', file, '--json'], {
    GIVEAWAYS_URL: gateway.url,
    DATA_DIR: gateway.directory,
    ...env,
  });

describe('giveaways backup of the embedded parts', () => {
  it('writes one file that only its owner reads while the gateway works, without secrets of the configuration', async () => {
    const { code, json } = await runAsOperator(gateway, ['backup', '--to', folder, '--json']);
    expect(code).toBe(0);
    backup = json;
    expect(backup).toMatchObject({
      kind: 'embedded',
      release: '0.2.0',
      hasSecrets: false,
      chain: { chainId: 31_337, hubs: [{ place: 0 }] },
      counts: { 'public.giveaway': 1, 'public.passport': 1, 'public.entry': 1, 'public.provider': 1 },
    });
    expect((await stat(backup.file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toHaveLength(1);
    expect(await readdir(join(gateway.directory, 'backups'))).toEqual([]);

    const names: string[] = [];
    await new Promise((resolve, reject) => {
      streamPayload(backup.file, backup)
        .pipe(list({ onReadEntry: ({ path }) => names.push(path) }))
        .on('end', resolve)
        .on('error', reject);
    });
    expect(names).toEqual(
      expect.arrayContaining([
        'db/PG_VERSION',
        'chain/mnemonic',
        'chain/addresses.json',
        'chain/journal.jsonl',
      ]),
    );
    expect(names.filter((name) => /secret|token|oauth|key-encryption|lock/.test(name))).toEqual([]);
    expect(await readTotal(gateway)).toBe(3);
  });

  it('is verified by a replay of its chain, which the status of the gateway then knows', async () => {
    const { code, json } = await verify(backup.file);
    expect({ code, json }).toMatchObject({ code: 0, json: { isVerified: true, wrongCounts: [] } });
    expect(json.unrecorded).toBeUndefined();
    const compared = Object.fromEntries(json.readModel.map(({ table, rows }: Json) => [table, rows]));
    expect(compared).toMatchObject({ giveaway: 1, entry: 1, passport: 1, provider_signer: 1 });
    const recorded = await gateway.onDatabase((_em, sql) =>
      sql.query({ name: '', text: 'select checksum from verified_backup' }, []),
    );
    expect(recorded).toEqual([[backup.payload.sha256]]);
  });

  it('reports each table whose rows differ from the chain', async () => {
    const change = (text: string) => gateway.onDatabase((em) => em.execute(text));
    await change('update entry set entries = entries + 1');
    await change('delete from provider_signer');
    try {
      const { json } = await runAsOperator(gateway, ['backup', '--to', folder, '--json']);
      const { code, json: found } = await verify(json.file);
      expect(code).toBe(1);
      expect(found.isVerified).toBe(false);
      expect(
        found.readModel.filter(({ extra, missing, other }: Json) => extra + missing + other > 0),
      ).toEqual([
        expect.objectContaining({ table: 'entry', extra: 0, missing: 0, other: 1 }),
        expect.objectContaining({ table: 'provider_signer', extra: 0, missing: 1, other: 0 }),
      ]);
      const { stdout } = await runCli(['backup', '--verify', json.file], { DATA_DIR: gateway.directory });
      expect(stdout).toMatch(/^entry +0 +0 +1 +\{"giveaway_id" : "gwy_/m);
    } finally {
      await change('update entry set entries = entries - 1');
    }
  });

  it('refuses a file that is damaged, cut off or none of its own', async () => {
    const [damaged, cut, other] = ['damaged', 'cut', 'other'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await cp(backup.file, damaged);
    const handle = await open(damaged, 'r+');
    await handle.write(Buffer.from('!'), 0, 1, 100_000);
    await handle.close();
    await cp(backup.file, cut);
    await truncate(cut, 200_000);
    await cp(join(gateway.directory, 'operator-token'), other);
    for (const [file, message] of [
      [folder, 'is no backup of a gateway, or is cut off'],
      [damaged, 'is damaged'],
      [cut, 'is no backup of a gateway, or is cut off'],
      [other, 'is no backup of a gateway, or is cut off'],
    ] as const) {
      const { code, json } = await verify(file);
      expect({ code, ...json.error }).toMatchObject({
        code: 'NOT_VERIFIED',
        message: expect.stringContaining(message),
      });
    }
  });

  it('says that its folder is missing, and leaves no copy behind', async () => {
    const file = join(folder, 'missing', 'backup.tar');
    const { code, json } = await runAsOperator(gateway, ['backup', '--to', file, '--json']);
    expect({ code, ...json?.error }).toMatchObject({
      code: 'NOT_BACKED_UP',
      message: `${join(folder, 'missing')} is no folder: create it first.`,
    });
    expect(await readdir(join(gateway.directory, 'backups'))).toEqual([]);
  });

  it('does not replace a file', async () => {
    const { json } = await runAsOperator(gateway, ['backup', '--to', backup.file, '--json']);
    expect(json.error.message).toContain('exists: name another file');
    expect(await readManifest(backup.file)).toMatchObject({ takenAt: backup.takenAt });
  });
});

describe('giveaways restore of the embedded parts', () => {
  it('restores into an empty folder, where the gateway goes on with its own secrets', async () => {
    const target = await mkdtemp(join(tmpdir(), 'restored-'));
    const restore = (...args: string[]) =>
      runCli(['restore', backup.file, '--json', ...args], { DATA_DIR: target });
    // As a killed command leaves it.
    await mkdir(join(target, `restore-${randomUUID()}`, 'db'), { recursive: true });
    const { code, json } = await restore();
    expect({ code, json }).toMatchObject({ code: 0, json: { to: target, secrets: [], replaced: [] } });
    expect((await readdir(target)).toSorted()).toEqual(['chain', 'db', 'db.lock.sqlite']);
    expect((await restore()).json.error.message).toContain('is not empty');
    for (const name of ['key-encryption-keys', 'auth-secret'])
      await cp(join(gateway.directory, name), join(target, name));

    const restored = await startGateway({ CHAIN: 'on', DATA_DIR: target });
    try {
      expect(await readTotal(restored)).toBe(3);
      const send = sendAs(restored, secret);
      const { body } = await send('issue-entries', { giveawayId: 'kept', passportId, amount: 2 });
      expect(body).toMatchObject({ ok: true, result: { entries: 5 } });
      expect((await restore('--overwrite')).json.error.message).toContain('in use by another process');
    } finally {
      await restored.stop();
    }
    const again = await restore('--overwrite');
    expect(again.json.replaced).toEqual([
      expect.stringContaining(join(target, 'db-before-')),
      expect.stringContaining(join(target, 'chain-before-')),
    ]);
    expect((await readdir(target)).filter((name) => name.startsWith('restore-'))).toEqual([]);
    await rm(target, { recursive: true });
  });

  it('has the secrets of the data folder where that was asked for, and puts them where they are missing', async () => {
    const file = join(folder, 'with-secrets.tar');
    const made = await runAsOperator(gateway, ['backup', '--to', file, '--with-secrets', '--json']);
    expect(made.json.hasSecrets).toBe(true);
    const target = join(folder, 'target');
    await mkdir(target);
    const { json } = await runCli(['restore', file, '--json'], { DATA_DIR: target });
    expect(json.secrets.toSorted()).toEqual([
      'auth-secret',
      'key-encryption-keys',
      'oauth-keys.json',
      'operator-token',
    ]);
    for (const name of json.secrets) {
      expect((await stat(join(target, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(target, name))).toEqual(await readFile(join(gateway.directory, name)));
    }
  });
});
