import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Session, type Debugger } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { sendAs } from '../support/chain/provider-chain.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const CALLS = Symbol.for('gateway-tests.walks');
const ISSUE = `mutation {
  issueEntries(input: { giveawayId: "walk", passportId: 1, amount: 1 }) { operation { status } }
}`;

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));

/** The files of a walk in docs/architecture.md, in their order. */
function filesOf(walk: string): readonly string[] {
  const text =
    readFileSync('docs/architecture.md', 'utf8').split(`\n## ${walk}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...text.matchAll(/^\| \d+ +\| `(.+?)`/gm)].map(([, file = '']) => file);
}

/** Does the work; returns which of these files ran, statement by statement. */
async function record(files: readonly string[], work: () => Promise<unknown>): Promise<readonly string[]> {
  const calls: string[] = [];
  Object.assign(globalThis, { [CALLS]: calls });
  const session = new Session();
  session.connect();
  const scripts = new Map<string, Debugger.ScriptParsedEventDataType>();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.url, params));
  await session.post('Debugger.enable');
  for (const file of files) {
    const script = scripts.get(pathToFileURL(`src/${file}`).href);
    if (script === undefined) throw new Error(`${file} is not loaded.`);
    const { scriptId, endLine } = script;
    const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
      start: { scriptId, lineNumber: 0 },
      end: { scriptId, lineNumber: endLine + 1 },
    });
    // A breakpoint whose condition is false never stops: it only notes that the file runs.
    const condition = `globalThis[Symbol.for('${String(CALLS.description)}')].push('${file}'), false`;
    for (const location of locations)
      await session.post('Debugger.setBreakpoint', { location, condition }).catch(() => undefined);
  }
  await work();
  session.disconnect();
  return calls;
}

/** How many of these files, from the first one, ran in this order. */
function countInOrder(files: readonly string[], calls: readonly string[]): number {
  let at = -1;
  const missing = files.findIndex((file) => (at = calls.indexOf(file, at + 1)) === -1);
  return missing === -1 ? files.length : missing;
}

it('publishes a listing by the files of the walk, in their order', async () => {
  const files = filesOf('Publish a listing');
  const key = await gateway.createKey();
  const calls = await record(files, async () => {
    expect((await gateway.publish(key, draft())).status).toBe(200);
  });
  expect(files.slice(0, countInOrder(files, calls))).toEqual(files);
  expect(files.length).toBeGreaterThan(4);
});

it('accepts entries by the files of the walk, in their order', async () => {
  const files = filesOf('Issue entries');
  const { secret } = await createProviderWithSigner(gateway);
  const send = sendAs(gateway, secret);
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  await send('create-giveaway', { giveawayId: 'walk', startTime, determinationType: 0 });
  await send('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId: 'walk', amount: 1 });
  const calls = await record(files, async () => {
    const { body } = await gateway.graphql(ISSUE, {}, secret);
    expect(body.errors).toBeUndefined();
  });
  expect(files.slice(0, countInOrder(files, calls))).toEqual(files);
  expect(files.length).toBeLessThanOrEqual(8);
});
