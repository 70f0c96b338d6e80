import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { runWith, startCli } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
  for (let number = 0; number < 105; number += 1)
    await gateway.publish(key, draft({ sourceExternalId: `id-${number}`, title: `Number ${number}` }));
  await gateway.publish(
    key,
    draft({ sourceExternalId: 'formula', platform: 'Sheets', title: '=1+1\u202Eabc\td' }),
  );
  await gateway.withdraw(key, 'id-7');
}, 120_000);

const list = (...args: string[]) => runWith(gateway, key, ['listings', 'list', ...args]);

describe('giveaways listings list', () => {
  it('searches, filters and sorts', async () => {
    const { json } = await list('--search', 'id-10', '--order', 'oldest', '--json');
    expect(json.listings.map((listing: Json) => listing.sourceExternalId)).toEqual([
      'id-10',
      'id-100',
      'id-101',
      'id-102',
      'id-103',
      'id-104',
    ]);
    const withdrawn = await list('--state', 'withdrawn', '--json');
    expect(withdrawn.json.listings.map((listing: Json) => listing.sourceExternalId)).toEqual(['id-7']);
    const ofPlatforms = await list('--platform', 'sheets', '--platform', 'none', '--json');
    expect(ofPlatforms.json.listings.map((listing: Json) => listing.sourceExternalId)).toEqual(['formula']);
  });

  it('prints all pages as lines of JSON, whose control characters are escaped', async () => {
    const { code, stdout } = await list('--order', 'oldest', '--format', 'ndjson');
    const lines = stdout.split('\n').filter((line) => line !== '');
    expect([code, lines.length]).toEqual([0, 106]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      sourceExternalId: 'formula',
      title: '=1+1\u202Eabc\td',
    });
    expect(stdout).not.toContain('\u202E');
  });

  it('prints a listing that changes at its place, so that none is left out meanwhile', async () => {
    await gateway.publish(key, draft({ sourceExternalId: 'id-0', title: 'Number 0' }));
    const { stdout } = await list('--format', 'ndjson');
    const ids = stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line).sourceExternalId]));
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([106, 'formula', 'id-0']);
    const { json } = await list('--first', '1', '--json');
    expect(json.listings[0].sourceExternalId).toBe('id-0');
  });

  it('prints CSV that no spreadsheet calculates, and only the first so many on request', async () => {
    const { stdout } = await list('--format', 'csv', '--search', 'formula');
    expect(stdout).toMatch(/^id,sourceExternalId,title,/);
    expect(stdout).toContain(`,'=1+1\u202Eabc\td,`);
    const first = await list('--format', 'csv', '--first', '2');
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  it('prints CSV without control characters in a terminal', async () => {
    const command = startCli(
      ['listings', 'list', '--format', 'csv', '--search', 'formula'],
      { GIVEAWAYS_URL: gateway.url, GIVEAWAYS_TOKEN: key },
      { inTerminal: true },
    );
    await command.line(/,'=1\+1[^]*\n/);
    expect(command.output()).toContain(`,'=1+1 abc d,`);
  });

  it('refuses a state that there is not', async () => {
    const { code, stderr } = await list('--state', 'lost');
    expect(code).toBe(2);
    expect(stderr).toContain('live, ended, hidden, withdrawn');
  });
});
