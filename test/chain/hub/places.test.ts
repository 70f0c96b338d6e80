import { beforeAll, expect, it } from '@jest/globals';
import { id, JsonRpcProvider } from 'ethers';
import { createContracts } from '../../../src/adapters/chain/hub/contracts.ts';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import type { Contracts } from '../../../src/core/chain/contracts.ts';
import { deployFormerContracts } from '../../support/chain/former-contracts.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { giveawayKey, giveawayOptions, PROVIDER, startContracts } from '../indexer/contracts.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HOUR = 3_600;

const chain = sharedByTests(startContracts);
let present: Contracts;
let former: Contracts;
/** The hub of the first version. */
let formerHub: string;
beforeAll(async () => {
  const provider = new JsonRpcProvider(chain.url, undefined, { staticNetwork: true });
  const { beacon } = chain.deployment;
  const owner = String(chain.wallets[0]);
  const deployed = await deployFormerContracts(await provider.getSigner(0), {
    owner,
    beacon,
    signerDelay: 0,
    minBeaconMargin: 30,
  });
  provider.destroy();
  formerHub = deployed.hub;
  const open = (site: { readonly hub: string; readonly passport: string }) =>
    createContracts({
      rpc: chain.rpc,
      site: { chainId: 31_337, hub: site.hub, passport: site.passport, beacon, beaconMargin: 60 },
      feeCap: () => 10n ** 12n,
      now: Date.now,
    });
  present = open(chain.deployment);
  former = open(deployed);
  await sendToFormer('setProviderSigner', [PROVIDER, owner, true]);
});

async function sendToFormer(method: string, values: readonly unknown[]): Promise<void> {
  const data = hubInterface.encodeFunctionData(method, values);
  await chain.rpc.call('eth_sendTransaction', [
    { from: chain.wallets[0], to: formerHub, data, gas: '0x1000000' },
  ]);
  await chain.mine();
}

it('tells hubs with places from those of the first version', async () => {
  expect([await present.hasPlaces(), await former.hasPlaces()]).toEqual([true, false]);
});

it('reads the places of giveaways and what is decided, of the first version as of one place', async () => {
  const options = giveawayOptions('several', chain, { endTime: (await chain.now()) + HOUR });
  const giveaway = giveawayKey('several');
  await chain.hub('createGiveawayWithPlaces', [PROVIDER, options, 2, 1]);
  await sendToFormer('createGiveaway', [PROVIDER, options]);
  expect([await present.places(giveaway), await former.places(giveaway)]).toEqual([
    { winners: 2, alternates: 1 },
    { winners: 1, alternates: 0 },
  ]);
  expect(await present.places(id('none'))).toBeUndefined();
  expect(await former.round(giveaway, 0)).toMatchObject({ decided: 0, isDrawing: false });

  const entries = { giveaway, amount: 1, reasonCode: 0, evidence: id('none') };
  for (const name of ['first', 'second'])
    await chain.hub('provision', [PROVIDER, mintItem(id(name), String(chain.wallets[1]), 0, entries)]);
  await chain.mine(1, 2 * HOUR);
  for (const [index, passport] of [1, 2].entries()) {
    await chain.hub('declareWinner', [giveaway, 0, passport]);
    expect(await present.round(giveaway, 0)).toMatchObject({ decided: index + 1, isDrawing: false });
  }
  expect(await present.isReceiptConfirmed(giveaway, 0, 1)).toBe(false);
  await chain.hub('confirmPlaceReceipt', [giveaway, 0, 1], chain.wallets[1]);
  expect(await present.isReceiptConfirmed(giveaway, 0, 1)).toBe(true);
});

it('says how much gas a transaction may have, and tries calls with less', async () => {
  expect(await present.transactionGas()).toBe(2 ** 24);
  const call = { kind: 'confirm-receipt', giveaway: id('none'), round: 0 } as const;
  const signer = String(chain.wallets[0]);
  await expect(present.attempt(call, signer)).rejects.toMatchObject({ reason: 'GIVEAWAY' });
  await expect(present.attempt(call, signer, 23_000)).rejects.toMatchObject({ code: 'CONTRACT_REVERT' });
});
