import { beforeAll, expect, it, jest } from '@jest/globals';
import { keccak256 } from 'ethers';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { sendAs } from '../support/chain/provider-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { runCli } from '../cli/run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const MARGIN = 60;

const gateway = sharedByTests(() =>
  startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) }),
);
let giveaway: string;
beforeAll(async () => {
  const send = sendAs(gateway, (await createProviderWithSigner(gateway)).secret);
  const now = Math.floor(Date.now() / 1_000);
  const giveawayId = 'several';
  const terms = { startTime: now - 60, endTime: now + 600, determinationType: 1, winners: 2, alternates: 1 };
  ({ id: giveaway } = (await send('create-giveaway', { giveawayId, ...terms })).body.result);
  for (const amount of [3, 4, 5])
    await send('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId, amount });
  const node = await embeddedNode(gateway);
  await node.advance(600 + MARGIN + 10);
  await eventually(
    () => send('draw-winner', { giveawayId }),
    ({ status, body }) => status === 200 || body.error.reason === 'WINNER_ALREADY_SET',
    60_000,
  );
  // Blocks are final when two others follow.
  await node.rpc.call('anvil_mine', ['0x3']);
});

it('the proof of a draw of several winners has all places, which GraphQL shows and the command verifies', async () => {
  const text = await (await fetch(`${gateway.url}/giveaways/${giveaway}/rounds/0/proof.json`)).text();
  const { places, state } = JSON.parse(text);
  expect(places).toMatchObject({ winners: 2, alternates: 1 });
  const { body } = await gateway.graphql(
    `{ giveaway(id: "${giveaway}") { round(index: 0) {
        isDrawing isDelivered placesDecided
        places { nodes { place isAlternate winner { numberOnChain } draw { ticketsBefore total ticket } } }
      } } }`,
  );
  const { places: shown, ...round } = body.data.giveaway.round;
  expect(round).toEqual({ isDrawing: false, isDelivered: false, placesDecided: 3 });
  expect(shown.nodes.map(({ isAlternate }: Json) => isAlternate)).toEqual([false, false, true]);
  const further = shown.nodes.slice(1).map(({ place, winner, draw }: Json) => {
    const { ticketsBefore, total, ticket } = draw;
    return [place, String(winner.numberOnChain), ticketsBefore, total, ticket];
  });
  expect(further).toEqual(places.drawn);

  const file = join(gateway.directory, 'several.json');
  await writeFile(file, text);
  const { url } = JSON.parse(await readFile(join(gateway.directory, 'chain', 'anvil.json'), 'utf8'));
  const sources = [
    '--rpc',
    url,
    '--rpc',
    `${gateway.url}/chain/rpc`,
    '--block-hash',
    keccak256(state.header),
  ];
  const beacon = ['--beacon', `${gateway.url}/beacon`];
  const { stdout } = await runCli(['verify-draw', '--proof', file, ...sources, ...beacon]);
  expect(stdout).toMatch(/^VERIFIED/m);
  expect(stdout).toContain('further places');
});
