import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { runAsOperator } from '../run-cli.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const run = (...args: string[]) => runAsOperator(gateway, ['reports', ...args, '--json']);
const report = async (): Promise<string> => {
  const { body } = await gateway.publish(await gateway.createKey(), draft());
  const input = `{ listing: "${body.listing.id}", reason: SCAM, text: "Passwords\\u001b[2J" }`;
  await gateway.graphql(`mutation { reportListing(input: ${input}) { secret } }`);
  return body.listing.id;
};

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
