import { beforeAll, expect, it, jest } from '@jest/globals';
import { sendAs } from '../../support/chain/provider-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { runCli } from '../run-cli.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const WITHIN_MS = 60_000;

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', DATABASE_URL: '' }));
beforeAll(async () => {
  const { secret } = await createProviderWithSigner(gateway);
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  await sendAs(gateway, secret)('create-giveaway', { giveawayId: 'kept', startTime, determinationType: 0 });
  await eventually(readIds, (ids) => ids.length === 1, WITHIN_MS);
});

async function readIds(): Promise<readonly string[]> {
  const { body } = await gateway.graphql('{ giveaways { edges { node { giveawayId } } } }', {});
  return body.data.giveaways.edges.map(({ node }: { node: { giveawayId: string } }) => node.giveawayId);
}
const reindex = () => runCli(['reindex', '--data-dir', gateway.directory, '--json']);

it('giveaways reindex makes a stopped gateway with the embedded database read the chain again', async () => {
  const refused = await reindex();
  expect(refused.code).toBe(1);
  expect(refused.json.error.message).toMatch(/in use by another process: stop it/);

  await gateway.onDatabase((em) => em.execute(`update giveaway set external_id = 'damaged'`));
  await gateway.restart(async () => {
    expect((await reindex()).json).toEqual({ atNextStart: true });
    expect((await reindex()).json.error.message).toBe('The next start reads the whole chain already.');
  });
  expect(await eventually(readIds, (ids) => ids[0] === 'kept', WITHIN_MS)).toEqual(['kept']);
});
