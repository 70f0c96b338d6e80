import { hubFragments, passportFragments } from '../../../src/adapters/chain/indexer/contract-events.ts';
import type { ChainEvent } from '../../../src/adapters/ports/projection.ts';
import type { ModelBlock } from '../chain/block.ts';
import { keys, type Holding } from '../chain/hub-state.ts';
import { FIRST_BLOCK } from '../chain/network.ts';
import type { World } from '../run/world.ts';

const NAMES = new Map(
  [...hubFragments, ...passportFragments].map(({ topicHash, name }) => [topicHash, name]),
);

/** The read model has the events of the canonical chain, each once and in their order, and nothing else. */
export function checkReadModel(world: World): void {
  const { database, network, violate } = world;
  const { cursor, blocks, events } = database.tables;
  const head = network.tree.at(network.tree.tip(), (cursor?.nextBlock ?? 0) - 1);
  if (head === undefined) return violate(`the read model goes beyond the chain: ${cursor?.nextBlock}`);
  for (const { number, hash } of blocks)
    if (network.tree.at(head, number)?.hash !== hash) violate(`the read model has another block ${number}`);
  const expected = readEvents(head);
  const found = events.map(toText);
  const wrong = expected.findIndex((text, index) => text !== found[index]);
  if (wrong !== -1 || found.length !== expected.length)
    violate(
      `the read model has ${found.length} events of ${expected.length}; at ${wrong}: ${found[wrong]}, not ${expected[wrong]}`,
    );
  else checkHoldings(world, head, events);
}

const toText = ({ blockNumber, logIndex, blockHash, transactionHash, name }: ChainEvent) =>
  `${blockNumber} ${logIndex} ${name} ${blockHash} ${transactionHash}`;

function readEvents(head: ModelBlock): string[] {
  const events: string[] = [];
  for (let block: ModelBlock | undefined = head; block && block.number >= FIRST_BLOCK; block = block.parent) {
    const { number, hash, logs } = block;
    const own = logs.flatMap(({ topics, logIndex, transactionHash }) => {
      const name = NAMES.get(String((topics as readonly string[])[0]));
      return name === undefined
        ? []
        : [`${number} ${Number(logIndex)} ${name} ${hash} ${String(transactionHash)}`];
    });
    events.unshift(...own);
  }
  return events;
}

/** The entries after all events are those that the contracts hold. */
function checkHoldings({ network, violate }: World, head: ModelBlock, events: readonly ChainEvent[]): void {
  const held = new Map<string, number>();
  for (const { name, giveawayKey, passportId, args } of events)
    if (name === 'EntriesChanged')
      held.set(keys.holding(String(giveawayKey), Number(passportId)), Number(args['entries']));
  for (const [key, entries] of held) {
    const stored = network.tree.read(head, key) as Holding | undefined;
    if (stored?.entries !== entries)
      violate(`${key}: ${entries} by the events, ${stored?.entries} in the contract`);
  }
}
