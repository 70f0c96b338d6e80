import { expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { runAsOperator } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const run = (...args: string[]) => runAsOperator(gateway, ['reports', ...args, '--json']);
const report = async (): Promise<string> => {
  const { body } = await gateway.publish(await gateway.createKey(), draft());
  const input = `{ listing: "${body.listing.id}", reason: SCAM, text: "Passwords\\u001b[2J" }`;
  await gateway.graphql(`mutation { reportListing(input: ${input}) { secret } }`);
  return body.listing.id;
};

it('giveaways reports lists objections, shows one without the controls in its text, and decides on it', async () => {
  const key = await gateway.createKey();
  const listing = (await gateway.publish(key, draft({ title: 'A \u202elamp' }))).body.listing.id;
  await runAsOperator(gateway, ['listings', 'hide', listing, '--reason', 'A trick']);
  const input = `{ listing: "${listing}", text: "Not so\\u202e\\u001b[2J\\u2066" }`;
  await gateway.graphql(`mutation { objectToHiding(input: ${input}) { objection { state } } }`, {}, key);
  const [{ id }] = (await run('objections')).json.objections;
  const table = (await runAsOperator(gateway, ['reports', 'objections'])).stdout;
  expect(table).toMatch(new RegExp(`^${id} +${listing} +PUBLISHER +HIDE `, 'm'));
  expect(table).not.toMatch(/[\u202e\u2066]/);
  const { stdout } = await runAsOperator(gateway, ['reports', 'objection', id]);
  expect(stdout).toMatch(/^Text +Not so \[2J/m);
  expect(stdout).not.toMatch(/[\u202e\u2066]/);

  expect((await run('uphold', id, '--reason', 'True')).json).toMatchObject({ result: 'UPHELD' });
  expect((await run('reject', id, '--reason', 'No')).json.error.code).toBe('INVALID_PAYLOAD');
  expect((await run('objections')).json.objections).toEqual([]);
  expect((await run('objections', '--decided')).json.objections).toMatchObject([{ id }]);
  expect((await run('objection', 'obj_none')).json.error.code).toBe('NOT_FOUND');
});

it('giveaways reports lists the queue, shows a report, and decides on it', async () => {
  const [hidden, dismissed] = [await report(), await report()];
  const { json } = await run('list');
  expect(json.reports).toMatchObject([
    { listingId: hidden, text: 'Passwords\u001b[2J' },
    { listingId: dismissed },
  ]);
  const [first, second] = json.reports;
  const { stdout } = await runAsOperator(gateway, ['reports', 'show', first.id]);
  expect(stdout).toMatch(/^Text +Passwords \[2J$/m);

  expect((await run('hide', first.id, '--reason', 'A scam')).json).toMatchObject({ decision: 'HIDE' });
  expect((await run('dismiss', second.id, '--reason', 'Fine')).json).toMatchObject({ decision: 'DISMISS' });

  expect((await run('list')).json.reports).toEqual([]);
  expect((await run('list', '--decided')).json.reports).toMatchObject([{ id: second.id }, { id: first.id }]);
  expect((await run('show', 'rpt_none')).json.error.code).toBe('NOT_FOUND');
});
