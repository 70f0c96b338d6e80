import { getAddress } from 'ethers';
import type { ChainEvent } from '../../../core/ports/projection.ts';
import { hubFragments, passportFragments } from './contract-events.ts';
import { createArgumentReader, type ArgumentReader } from './event-arguments.ts';
import type { NodeLog } from './node-answers.ts';

/** The logs to ask a node for (eth_getLogs), without a range. */
export interface LogFilter {
  readonly address: readonly string[];
  readonly topics: readonly [readonly string[]];
}

export interface LogDecoder {
  readonly filter: LogFilter;
  /** The event of a log; undefined for one of another contract or kind. `timestamp` is its block's, in seconds. */
  decode(log: NodeLog, timestamp: number): ChainEvent | undefined;
}

/** Reads the logs of these contracts. */
export function createLogDecoder({
  hub,
  passport,
}: {
  readonly hub: string;
  readonly passport: string;
}): LogDecoder {
  const readers = new Map<string, { readonly name: string; readonly read: ArgumentReader }>();
  const contracts = [
    [hub, hubFragments],
    [passport, passportFragments],
  ] as const;
  for (const [address, fragments] of contracts) {
    for (const fragment of fragments)
      readers.set(`${getAddress(address).toLowerCase()} ${fragment.topicHash}`, {
        name: fragment.name,
        read: createArgumentReader(fragment),
      });
  }
  const topics = [...hubFragments, ...passportFragments].map(({ topicHash }) => topicHash);

  return {
    filter: { address: [getAddress(hub), getAddress(passport)], topics: [topics] },
    decode(log, timestamp) {
      const reader = readers.get(`${log.address} ${log.topics[0]}`);
      if (!reader) return undefined;
      const args = reader.read(log.topics.slice(1), log.data);
      return {
        blockNumber: log.blockNumber,
        logIndex: log.logIndex,
        blockHash: log.blockHash,
        transactionHash: log.transactionHash,
        timestamp,
        name: reader.name,
        giveawayKey: toId(args['giveaway']),
        passportId: toId(args['passportId'] ?? args['tokenId']),
        args,
      };
    },
  };
}

const toId = (argument: unknown) => (typeof argument === 'string' ? argument : null);
