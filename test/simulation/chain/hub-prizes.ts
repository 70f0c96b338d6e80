import { ZeroAddress } from 'ethers';
import { encodeError, encodeHubLog } from './hub-logs.ts';
import { keys, refuseSigner, type Done, type ModelGiveaway, type Running } from './hub-state.ts';

interface Delivery {
  readonly recipient: string;
}

/** recordPrizeDelivery: every call records a further revision. */
export function recordDelivery(running: Running, args: readonly unknown[]): Done {
  const { storage, from, addresses, logs } = running;
  const [giveaway, round] = [String(args[0]), Number(args[1])];
  const delivery = args[2] as Delivery;
  const winner = requireDecided(running, giveaway, round);
  if (typeof winner === 'string') return { revert: winner };
  const owner = (storage.get(keys.owner(winner)) ?? ZeroAddress) as string;
  if (delivery.recipient.toLowerCase() !== owner)
    return { revert: encodeError('RecipientNotOwner', [winner, owner, delivery.recipient]) };
  const revision = Number(storage.get(keys.deliveries(giveaway)) ?? 0) + 1;
  storage.set(keys.deliveries(giveaway), revision);
  logs.push(encodeHubLog(addresses, 'PrizeDelivered', [giveaway, round, from, revision, delivery]));
  return { output: '0x' };
}

/** setRoundMetadata, once for each key. */
export function setMetadata(running: Running, args: readonly unknown[]): Done {
  const { storage, addresses, logs } = running;
  const [giveaway, round, opKey] = [String(args[0]), Number(args[1]), String(args[2])];
  const winner = requireDecided(running, giveaway, round);
  if (typeof winner === 'string') return { revert: winner };
  const { provider } = storage.get(keys.giveaway(giveaway)) as ModelGiveaway;
  const used = keys.used(provider, opKey);
  const isFirst = storage.get(used) === undefined;
  storage.set(used, true);
  logs.push(
    isFirst
      ? encodeHubLog(addresses, 'RoundMetadataSet', args)
      : encodeHubLog(addresses, 'OperationReplayed', [provider, opKey]),
  );
  return { output: '0x' };
}

/** The passport that won the round, or the encoded error. */
function requireDecided(running: Running, giveaway: string, round: number): number | string {
  const kept = running.storage.get(keys.giveaway(giveaway)) as ModelGiveaway | undefined;
  if (kept === undefined) return encodeError('GiveawayUnknown', [giveaway]);
  const refusal = refuseSigner(running, kept.provider);
  if (refusal !== undefined) return refusal;
  if (round !== 0) return encodeError('RoundUnknown', [giveaway, round]);
  return kept.winner === 0 ? encodeError('WinnerNotSet', [giveaway, round]) : kept.winner;
}
