import { id, Interface, ZeroAddress } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import { inBatches, opKeys } from './op-keys.ts';
import type { Provider } from './provider.ts';

/** Entries that a passport gains or loses. */
export interface Change {
  readonly passportId: bigint;
  readonly amount: number;
  readonly remove?: boolean;
}

/** The outcome of some changes. */
export interface Changed {
  /** Entries issued minus entries removed. */
  readonly entries: number;
  readonly refused: number;
}

const BATCH = 100;
const HUB = new Interface(giveawaysArtifact.abi);

/** Sends the changes in batches while a round is open; `reason` makes their keys unique. */
export async function changeEntries(
  { sender }: Provider,
  { key, externalId }: DemoGiveaway,
  changes: readonly Change[],
  reason: string,
): Promise<Changed> {
  const batches = inBatches(changes, BATCH).map((batch, place) => {
    const keys = opKeys(`${externalId} ${reason} ${place}`, batch.length);
    return batch.map(({ passportId, amount, remove = false }, index) => ({
      opKey: keys[index],
      passportId,
      amount,
      remove,
      reasonCode: remove ? 2 : 1,
      evidence: id(`${reason} ${passportId}`),
      expectedOwner: ZeroAddress,
    }));
  });
  const receipts = await sender.send(batches.map((batch) => ['changeEntriesBatch', key, batch]));

  const events = receipts.flatMap(({ logs }) => logs.map((log) => HUB.parseLog(log)));
  const made = events.flatMap((event) => (event?.name === 'EntriesChanged' ? [event.args] : []));
  const entries = made.reduce(
    (sum, args) => sum + Number(args.getValue('amount')) * (args.getValue('removed') ? -1 : 1),
    0,
  );
  const refused = events.filter((event) => event?.name === 'EntryChangeRejected').length;
  const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
  const sent = receipts.length === 1 ? 'one transaction' : `${receipts.length} transactions`;
  const { length } = changes;
  tell(
    `${length === 1 ? 'one change' : `${length} changes`} in ${sent}, ${Math.round(gas / length)} gas a change`,
  );
  return { entries, refused };
}
