import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import type { ModelLog } from '../chain/hub-logs.ts';
import type { ModelBlock } from '../chain/block.ts';
import type { SentRequest } from '../run/clients.ts';
import { PROVIDER, type World } from '../run/world.ts';

/** How often each effect is on the canonical chain, and in which transactions. */
export type Effects = ReadonlyMap<string, readonly string[]>;

const topicOf = (event: string) => hubInterface.getEvent(event)?.topicHash ?? '';
const READERS: Readonly<Record<string, (log: ModelLog) => string>> = {
  [topicOf('EntriesChanged')]: ({ data }) => `change-entries ${data.slice(0, 66)}`,
  [topicOf('Provisioned')]: ({ topics }) => `provision-mint ${topics[2]}`,
  [topicOf('RoundMetadataSet')]: ({ data }) => `set-round-metadata ${data.slice(0, 66)}`,
  [topicOf('GiveawayCreated')]: ({ topics }) => `giveaway ${topics[1]}`,
  [topicOf('PrizeDelivered')]: (log) => `proof ${readProof(log)}`,
};

function readProof({ topics, data }: ModelLog): string {
  const args = hubInterface.parseLog({ topics: [...topics], data })?.args;
  const delivery = args?.getValue('delivery') as { readonly proofTxHash: string } | undefined;
  return String(delivery?.proofTxHash);
}

/** Reads all effects of the chain that ends with this block. */
export function readEffects(head: ModelBlock): Effects {
  const effects = new Map<string, string[]>();
  const add = (effect: string | undefined, hash: string) =>
    effect !== undefined && effects.set(effect, [...(effects.get(effect) ?? []), hash]);
  for (let block: ModelBlock | undefined = head; block; block = block.parent)
    for (const { transaction, logs } of block.mined)
      for (const log of logs) add(READERS[log.topics[0] ?? '']?.(log), transaction.hash);
  return effects;
}

/** The name of the effect that a request has when it succeeds. */
export function effectOf({ database }: World, { operation: { id, call }, mark }: SentRequest): string {
  switch (mark.kind) {
    case 'giveaway':
      return `giveaway ${digests.giveawayKey(PROVIDER, mark.giveaway)}`;
    case 'proof':
      return `proof ${mark.hash}`;
    case 'key':
      return `${call.kind} ${database.tables.operations.get(id)?.opKey}`;
  }
}
