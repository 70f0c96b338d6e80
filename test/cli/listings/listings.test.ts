import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { runAsOperator, runCli, runWith, type CommandResult } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const gateway = sharedByTests(startGateway);
const folder = temporaryDirectory('cli');
let key: string;
beforeEach(async () => {
  key = await gateway.createKey();
});

const run = (...args: string[]) => runWith(gateway, key, ['listings', ...args, '--json']);
const pipe = (input: unknown, ...args: string[]) =>
  runWith(gateway, key, ['listings', ...args, '--json'], JSON.stringify(input));
const fileOf = async (content: unknown): Promise<string> => {
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(content));
  return file;
};

describe('giveaways listings', () => {
  it('publish accepts a listing from a file', async () => {
    const sent = draft({ worth: '10 €' });

    const { code, json } = await run('publish', await fileOf(sent));

    expect(code).toBe(0);
    expect(json).toMatchObject({ ...sent, status: 'PUBLISHED', verified: false });
  });

  it('publish accepts a listing from options, which override those of a file', async () => {
    const sent = draft();
    const id = String(sent['sourceExternalId']);

    await run(
      'publish',
      '--id',
      id,
      '--title',
      'A',
      '--description',
      'B',
      '--landing-url',
      'https://example.com',
    );
    const { json } = await pipe(sent, 'publish', '-', '--title', 'C');

    expect(json).toMatchObject({ ...sent, title: 'C' });
  });

  it('publish accepts an array, reports the wrong listing, and publishes the others', async () => {
    const [first, wrong, last] = [draft(), draft({ title: '' }), draft()];

    const { code, json } = await pipe([first, wrong, last], 'publish', '-');

    expect(code).toBe(1);
    expect(json).toMatchObject({
      published: 2,
      listings: [first, last],
      failed: [
        {
          sourceExternalId: wrong['sourceExternalId'],
          error: { code: 'INVALID_PAYLOAD', fields: [{ path: ['title'] }] },
        },
      ],
    });
  });

  it('get prints a listing that can be changed and published again', async () => {
    const sent = draft({ endDate: '2031-05-06T07:08:09Z', image: 'https://example.com/a.png' });
    const id = String(sent['sourceExternalId']);
    await pipe(sent, 'publish', '-');

    const read = await run('get', id);
    const { code, json } = await pipe({ ...read.json, title: 'Changed' }, 'publish', '-');

    expect(code).toBe(0);
    expect(json).toMatchObject({ id: read.json.id, title: 'Changed', endDate: '2031-05-06T07:08:09.000Z' });
  });

  it('get reports that a listing does not exist', async () => {
    const { code, stdout, json } = await run('get', 'nowhere');

    expect({ code, stdout, error: json.error.code }).toEqual({ code: 1, stdout: '', error: 'NOT_FOUND' });
  });

  it('withdraw is safe to repeat, and list shows the withdrawn one', async () => {
    const sent = draft();
    const id = String(sent['sourceExternalId']);
    const { json: published } = await pipe(sent, 'publish', '-');

    const responses = [await run('withdraw', id), await run('withdraw', published.id)];

    const withdrawn = { id: published.id, sourceExternalId: id, status: 'WITHDRAWN' };
    expect(responses.map(({ json }) => json)).toEqual([withdrawn, withdrawn]);
    expect((await run('get', published.id)).json).toMatchObject(withdrawn);
    const { json } = await run('list', '--first', '1');
    expect(json.listings).toMatchObject([{ sourceExternalId: id, status: 'WITHDRAWN' }]);
  });

  it("migrate moves a client's listings to an account, and prints their number", async () => {
    const namespace = `client:https://issuer.example.com#${randomUUID()}`;
    const email = newEmail();
    const migrate = () =>
      runAsOperator(gateway, ['listings', 'migrate', '--namespace', namespace, '--account', email, '--json']);
    expect((await migrate()).json.error.code).toBe('NOT_FOUND');
    const { json: published } = await pipe(draft(), 'publish', '-');
    await gateway.onDatabase(async (em) => {
      const id = randomUUID().replaceAll('-', '');
      await em.execute(
        `insert into publisher (id, namespace, created_at) values ('pub_${id}', '${namespace}', now())`,
      );
      await em.execute(
        `update listing set namespace = '${namespace}', publisher_id = 'pub_${id}' where id = '${published.id}'`,
      );
    });

    const { code, json } = await migrate();

    expect([code, json]).toEqual([0, { migrated: 1, left: 0, replaced: 0 }]);
    const args = ['listings', 'migrate', '--namespace', namespace, '--account', email];
    const { stdout } = await runAsOperator(gateway, args);
    expect(stdout).toBe(`Moved 0 listings to ${email}.\n`);
  });

  it('verify awards the badge and unverify removes it', async () => {
    const { json: published } = await pipe(draft(), 'publish', '-');

    const verify = (updatedAt: string) =>
      runAsOperator(gateway, ['listings', 'verify', published.id, '--updated-at', updatedAt, '--json']);
    expect((await verify('2020-01-01T00:00:00.000Z')).json.error.code).toBe('INVALID_PAYLOAD');
    const verified = await verify(published.updatedAt);
    const unverified = await runAsOperator(gateway, ['listings', 'unverify', published.id, '--json']);

    expect([verified.json.verified, unverified.json.verified]).toEqual([true, false]);
  });

  it('have no command that lets a publisher verify its own listing', async () => {
    const { json: published } = await pipe(draft(), 'publish', '-');

    const { code, json } = await run('verify', published.id, '--updated-at', published.updatedAt);

    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'UNAUTHORIZED' });
  });

  it('hide takes a listing from the public and unhide brings it back; its publisher sees the reason', async () => {
    const { json: published } = await pipe(draft(), 'publish', '-');
    const args = ['listings', 'hide', published.id, '--reason', 'A false prize'];
    const { stdout } = await runAsOperator(gateway, args);
    const seen = await run('get', published.id);
    const { json: shown } = await runAsOperator(gateway, ['listings', 'unhide', published.id, '--json']);

    expect(stdout).toMatch(/^Hidden by the operator +A false prize$/m);
    expect(seen.json).toMatchObject({ status: 'PUBLISHED', own: { hiddenReason: 'A false prize' } });
    expect(shown.own.hiddenReason).toBeNull();
  });

  it('are refused to a publisher that publishers block names, until unblock', async () => {
    const { json: published } = await pipe(draft(), 'publish', '-');
    const { body } = await gateway.graphql(`{ listing(id: "${published.id}") { publisher { id } } }`);
    const { id } = body.data.listing.publisher;

    const blocked = await runAsOperator(gateway, ['publishers', 'block', id, '--reason', 'Spam', '--json']);
    const refused = await pipe(draft(), 'publish', '-');
    const unblocked = await runAsOperator(gateway, ['publishers', 'unblock', id]);

    expect(blocked.json).toMatchObject({ publisher: { id }, listings: 1 });
    expect(refused.json.error).toMatchObject({
      code: 'UNAUTHORIZED',
      message: expect.stringMatching('Spam'),
    });
    expect(unblocked.stdout).toBe(`${id} is not blocked. Listings changed: 1.\n`);
  });

  it("print a publisher's text without control characters", async () => {
    const sent = draft({ title: 'Red \u001B[31m\nStatus  verified' });

    const { stdout } = await runWith(gateway, key, ['listings', 'publish', '-'], JSON.stringify(sent));

    expect(stdout).not.toContain('\u001B');
    expect(stdout).not.toMatch(/^Status +verified/m);
  });

  it.each([
    ['as lines', []],
    ['as JSON', ['--json']],
  ])('print no control character of a text, %s', async (_how, options) => {
    const title = 'Win \u202Eyenom\u202C \u2066now\u2069 \u009B31m \u200Fred\u007F';
    const sent = draft({ title: 'Win' });
    const { json: published } = await pipe(sent, 'publish', '-');
    await gateway.onDatabase((em) =>
      em.execute('update listing set title = ? where id = ?', [title, published.id]),
    );
    const args = ['listings', 'list', ...options];
    const { stdout } = await runWith(gateway, key, args);
    expect(stdout).toContain('Win');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
    if (options.length > 0)
      expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(title).slice(1, -1));
  });

  it.each([
    ['a file that is not there', ['publish', '/nowhere.json'], ''],
    ['text that is not JSON', ['publish', '-'], '{'],
    ['JSON of another shape', ['publish', '-'], '"text"'],
    ['legacy listings that are no array', ['import-legacy', '-'], '{}'],
  ])('refuse %s before any request is sent', async (_case, args, input) => {
    const nowhere = { GIVEAWAYS_URL: 'http://127.0.0.1:9' };
    const { code, json } = await runCli(['listings', ...args, '--json'], nowhere, input);

    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'INVALID_FILE' });
  });
});

describe('giveaways listings import-legacy and assign-legacy', () => {
  const importLegacy = (listings: unknown): Promise<CommandResult> =>
    runAsOperator(gateway, ['listings', 'import-legacy', '-', '--json'], JSON.stringify(listings));

  it('imports more than one request can hold, and a repetition changes nothing', async () => {
    // 250 records of 8 KB each: more than two requests by number, and more than two by size.
    const records = Array.from({ length: 250 }, () => legacyDraft({ description: 'é'.repeat(4_000), id: 7 }));

    const first = await importLegacy(records);
    const second = await importLegacy(records);

    expect(first.json).toEqual({ imported: 250, skipped: 0 });
    expect(second.json).toEqual({ imported: 0, skipped: 250 });
  });

  it('names the wrong part of the file, and what was imported before it', async () => {
    const records = Array.from({ length: 120 }, (_, index) =>
      legacyDraft(index === 110 ? { title: '' } : {}),
    );

    const { code, json } = await importLegacy(records);

    expect(code).toBe(1);
    expect(json.error).toMatchObject({ code: 'INVALID_PAYLOAD', imported: 100, firstEntry: 101 });
    expect(json.error.message).toMatch(/^Entries 101 to 120 .*listings\.10\.title/);
  });

  it('assigns a legacy listing to its account', async () => {
    const record = legacyDraft();
    const externalId = String(record['externalId']);
    const account = newEmail();
    await importLegacy([record]);
    const ownKey = await gateway.createKey(account);
    const publishLegacy = () =>
      gateway.rest('POST', '/api/integrations/publish-giveaway', { key: ownKey, body: record });
    const before = await publishLegacy();

    const { json } = await runAsOperator(gateway, [
      'listings',
      'assign-legacy',
      externalId,
      '--account',
      account,
      '--json',
    ]);

    expect(json).toMatchObject({ sourceExternalId: externalId });
    expect([before.status, (await publishLegacy()).status]).toEqual([409, 200]);
  });
});

describe('giveaways feed', () => {
  it('reads the public feed with filters and pages, without a credential', async () => {
    const provider = `Provider ${randomUUID()}`;
    for (const title of ['Alpha bicycle', 'Beta bicycle', 'Gamma kettle'])
      await pipe(draft({ title, provider, platform: 'steam' }), 'publish', '-');
    const read = async (...args: string[]) =>
      (await runCli(['feed', '--provider', provider, ...args, '--json'], { GIVEAWAYS_URL: gateway.url }))
        .json;

    const found = await read('--search', 'bicyc', '--platform', 'steam', '--order', 'newest');
    const first = await read('--first', '2');
    const rest = await read('--first', '2', '--after', first.pageInfo.endCursor);
    const verified = await read('--verified');

    const titles = ({ listings }: { listings: { title: string }[] }) => listings.map(({ title }) => title);
    expect(titles(found)).toEqual(['Beta bicycle', 'Alpha bicycle']);
    expect(titles(first)).toEqual(['Gamma kettle', 'Beta bicycle']);
    expect(titles(rest)).toEqual(['Alpha bicycle']);
    expect(titles(verified)).toEqual([]);
  });
});
