import { dataSlice, getAddress, id, Interface, ZeroAddress, ZeroHash } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { step, tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import { inBatches, opKeys } from './op-keys.ts';
import type { Provider } from './provider.ts';

const PASSPORTS = 250;
const BATCH = 100;
const MAX_TRANSFERS = 1;
const NO_ENTRIES = { giveaway: ZeroHash, amount: 0, reasonCode: 0, evidence: ZeroHash };
const HUB = new Interface(giveawaysArtifact.abi);

/** Mints a passport for every entrant's wallet; returns the passports' numbers. */
export async function mintPassports(
  { chainKey, sender }: Provider,
  { externalId }: DemoGiveaway,
): Promise<readonly bigint[]> {
  step(`Minting ${PASSPORTS} passports for as many wallets: provisionBatch, ${BATCH} a transaction`);
  const wallets = Array.from({ length: PASSPORTS }, (_, place) =>
    walletOf(`entrant ${place} of ${externalId}`),
  );
  const receipts = await sender.send(
    inBatches(wallets, BATCH).map((batch, place) => {
      const keys = opKeys(`passports ${place} of ${externalId}`, batch.length);
      return ['provisionBatch', chainKey, batch.map((to, index) => toItem(keys[index], to))];
    }),
  );
  const passports = receipts
    .flatMap(({ logs }) => logs.map((log) => HUB.parseLog(log)))
    .flatMap((event) => (event?.name === 'Provisioned' ? [event.args.getValue('passportId') as bigint] : []));
  const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
  tell(`passports ${passports.at(0)} to ${passports.at(-1)}, each of which may change hands once`);
  tell(`${receipts.length} transactions, ${Math.round(gas / PASSPORTS)} gas a passport`);
  return passports;
}

/** The hub's struct of a provision that mints a passport. */
function toItem(opKey: string | undefined, to: string) {
  return {
    opKey,
    passportId: 0,
    from: ZeroAddress,
    to,
    maxTransfers: MAX_TRANSFERS,
    deadline: 0,
    signature: '0x',
    entries: NO_ENTRIES,
  };
}

/** An address without an owner. */
function walletOf(entrant: string): string {
  return getAddress(dataSlice(id(entrant), 12));
}
