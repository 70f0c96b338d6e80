import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { embeddedNode } from '../../support/chain/embedded-chain.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { getPage, textOf } from '../support/site.ts';

jest.setTimeout(240_000);

const run = promisify(execFile);

describe('The commands of /developers', () => {
  let gateway: Gateway;
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commands-'));
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' });
    page = textOf(await getPage(gateway.url, '/developers'));
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  /** The text of a command as a reader copies it; the test's gateway is at another port than PUBLIC_URL. */
  function commandOf(id: string): string {
    const [, text = ''] = new RegExp(`<code id="${id}">([^<]*)</code>`).exec(page) ?? [];
    expect([id, text]).not.toEqual([id, '']);
    return text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&gt;', '>')
      .replaceAll('&hellip;', '…')
      .replaceAll('&amp;', '&')
      .replaceAll('http://localhost:4000', gateway.url);
  }

  /** Runs a command in a shell, behind the command that stores the key. */
  async function inShell(id: string, storeKey = 'true'): Promise<Json> {
    const { stdout } = await run('bash', ['-e', '-c', `${storeKey}\n${commandOf(id)}`], { cwd: folder });
    return stdout === '' ? undefined : JSON.parse(stdout);
  }

  it('publish a listing, read it and withdraw it', async () => {
    const storeKey = commandOf('publisher-key').replace('ggw_live_…', await gateway.createKey());
    const published = await inShell('publish', storeKey);
    expect(published.listing).toMatchObject({ sourceExternalId: 'summer-bicycle', status: 'published' });
    expect(await inShell('read', storeKey)).toEqual(published);
    expect(await inShell('withdraw', storeKey)).toMatchObject({ status: 'withdrawn' });
  });

  it('create a giveaway, provision an entrant and draw the winner, who is read without a credential', async () => {
    const { secret } = await createProviderWithSigner(gateway);
    const storeKey = commandOf('provider-key').replace('ggw_live_…', secret);
    expect(await inShell('create-giveaway', storeKey)).toMatchObject({ ok: true });
    expect(await inShell('provision-entrant', storeKey)).toMatchObject({ ok: true });
    const early = await inShell('draw-winner', storeKey);
    expect(early.error).toMatchObject({ reason: 'NOT_ENDED', retryable: true });
    await (await embeddedNode(gateway)).advance(200);
    const { result } = await inShell('draw-winner', storeKey);
    const { data } = await inShell('result');
    expect(data.giveaways.nodes).toEqual([
      {
        id: expect.stringMatching(/^gwy_/),
        giveawayId: 'first',
        rounds: {
          nodes: [
            {
              state: 'DECIDED',
              entriesCounted: 3,
              winner: { passportId: result.passportId, wallet: expect.stringMatching(/^0x/) },
            },
          ],
        },
      },
    ]);
  });

  it('read the feed by GraphQL, by a script and as JSON Feed, and download the schema', async () => {
    const key = await gateway.createKey();
    await gateway.publish(key, draft({ title: 'A lamp', endDate: '2031-01-01T00:00:00Z' }));
    const { data } = await inShell('query');
    expect(data.feed.edges[0].node).toMatchObject({ title: 'A lamp' });
    const script = ['--input-type=module', '-e', commandOf('script')];
    expect((await run(process.execPath, script)).stdout).toContain('A lamp');
    expect(await inShell('feed')).toMatchObject({ items: [{ title: 'A lamp' }] });
    await inShell('schema');
    expect(await readFile(join(folder, 'schema.graphql'), 'utf8')).toContain('type Query {');
  });
});
