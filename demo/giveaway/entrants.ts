import { dataSlice, getAddress, id, Interface, ZeroHash } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { step, tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import type { Provider } from './provider.ts';

const PASSPORTS = 250;
const MAX_TRANSFERS = 1;
const NO_ENTRIES = { giveaway: ZeroHash, amount: 0, reasonCode: 0, evidence: ZeroHash };
const HUB = new Interface(giveawaysArtifact.abi);

/** Mints a passport for every entrant's wallet; returns the passports' numbers. */
export async function mintPassports(
  { chainKey, sender }: Provider,
  { externalId }: DemoGiveaway,
): Promise<readonly bigint[]> {
  step(`Minting ${PASSPORTS} passports for as many wallets: provisionMint`);
  const receipts = await sender.send(
    Array.from({ length: PASSPORTS }, (_, place) => {
      const entrant = `entrant ${place} of ${externalId}`;
      return ['provisionMint', chainKey, id(entrant), walletOf(entrant), MAX_TRANSFERS, NO_ENTRIES];
    }),
  );
  const passports = receipts
    .flatMap(({ logs }) => logs.map((log) => HUB.parseLog(log)))
    .flatMap((event) => (event?.name === 'Provisioned' ? [event.args.getValue('passportId') as bigint] : []));
  const blocks = new Set(receipts.map(({ blockNumber }) => blockNumber)).size;
  tell(`passports ${passports.at(0)} to ${passports.at(-1)}, each of which may change hands once`);
  tell(`${receipts.length} transactions in ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`);
  return passports;
}

/** An address without an owner. */
function walletOf(entrant: string): string {
  return getAddress(dataSlice(id(entrant), 12));
}
