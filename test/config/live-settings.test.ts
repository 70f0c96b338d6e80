import { beforeAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { readFeeCap, toPolicySettings } from '../../src/app/settings/fee-cap.ts';
import { createLiveSettings } from '../../src/app/settings/live-settings.ts';
import { readConfig } from '../../src/config/config.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const directory = temporaryDirectory('settings');
let file: string;
beforeAll(async () => {
  file = join(directory, 'settings.env');
});

const log = () => pino({}, { write: () => undefined });

it('offers at most the present fee cap, and signs what was reserved under a higher one', () => {
  const live = createLiveSettings(readConfig({ MAX_FEE_GWEI: '200' }), log());
  const cap = readFeeCap(live.feeCap);
  const policy = toPolicySettings({ chainId: 1n, hubs: [], feeCap: live.feeCap });
  const caps = () => [cap(), policy.maxFeePerGas].map((wei) => wei / 10n ** 9n);
  expect(caps()).toEqual([200n, 200n]);
  live.reload(() => readConfig({ MAX_FEE_GWEI: '0.5' }));
  expect(cap()).toBe(500_000_000n);
  expect(policy.maxFeePerGas).toBe(200_000_000_000n);
  live.reload(() => readConfig({ MAX_FEE_GWEI: '300' }));
  expect(caps()).toEqual([300n, 300n]);
});

it('has other limits after a reload, and the former ones after a refused one', () => {
  const live = createLiveSettings(readConfig({ MAX_SUBSCRIPTIONS: '5' }), log());
  live.reload(() => readConfig({ MAX_SUBSCRIPTIONS: '6', SIGN_IN_LIMIT: '7' }));
  expect(live.now()).toMatchObject({ MAX_SUBSCRIPTIONS: 6, SIGN_IN_LIMIT: 7 });
  live.reload(() => readConfig({ MAX_SUBSCRIPTIONS: '-1' }));
  expect(live.now()).toMatchObject({ MAX_SUBSCRIPTIONS: 6, SIGN_IN_LIMIT: 7 });
});

it.each([
  ['appears', {}, { REDIS_URL: 'redis://127.0.0.1' }],
  ['disappears', { REDIS_URL: 'redis://127.0.0.1' }, {}],
])('says that a restart is needed where a setting %s', (_how, before, after) => {
  const live = createLiveSettings(readConfig(before), log());
  live.reload(() => readConfig(after));
  expect(live.health()).toMatchObject({ reason: 'RESTART_NEEDED' });
  live.reload(() => readConfig(before));
  expect(live.health().reason).toBeUndefined();
});

it('reads the lines of ENV_FILE before the variables of the environment', async () => {
  await writeFile(file, '# limits\nRATE_LIMIT="50"\nCORS_ORIGINS=https://a.example, https://b.example\n');
  const config = readConfig({ ENV_FILE: file, RATE_LIMIT: '60', MAX_SUBSCRIPTIONS: '9' });
  expect(config).toMatchObject({
    RATE_LIMIT: 50,
    MAX_SUBSCRIPTIONS: 9,
    CORS_ORIGINS: ['https://a.example', 'https://b.example'],
  });
});

it.each([
  ['a folder', () => directory, /ENV_FILE cannot be read: it is not a file\./],
  ['a device that never ends', () => '/dev/zero', /ENV_FILE cannot be read: it is not a file\./],
  ['a file that is absent', () => join(directory, 'none'), /ENV_FILE cannot be read: ENOENT\./],
])('refuses %s as ENV_FILE', (_what, path, reason) => {
  expect(() => readConfig({ ENV_FILE: path() })).toThrow(reason);
});

it('refuses an ENV_FILE that is larger than a megabyte, and shows nothing of it', async () => {
  await writeFile(file, `AUTH_SECRET=${'secret'.repeat(200_000)}`);
  expect(() => readConfig({ ENV_FILE: file })).toThrow(
    /^The configuration is wrong\. ENV_FILE cannot be read: it is larger than a megabyte\.$/,
  );
});
