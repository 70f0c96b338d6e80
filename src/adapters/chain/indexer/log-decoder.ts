import { getAddress } from 'ethers/address';
import { toServiceNumber, type HubContracts } from '../../../core/chain/hubs.ts';
import type { ChainEvent } from '../../ports/projection.ts';
import { hubFragments, passportFragments } from './contract-events.ts';
import { createArgumentReader, type ArgumentReader } from './event-arguments.ts';
import { createBloomMember, type BloomMember } from './logs-bloom.ts';
import type { NodeLog } from './node-responses.ts';

/** The filter of eth_getLogs, without a range. */
export interface LogFilter {
  readonly address: readonly string[];
  readonly topics: readonly [readonly string[]];
}

export interface LogDecoder {
  readonly filter: LogFilter;
  /** The event of a log; undefined for another contract or event. `timestamp` is its block's, in seconds. */
  decode(log: NodeLog, timestamp: number): ChainEvent | undefined;
  /** Whether the filter matches the log. */
  isWanted(log: NodeLog): boolean;
  /** Whether a bloom matches a contract and event of the filter of which `logs` has none. */
  mayLack(logsBloom: string, logs: readonly NodeLog[]): boolean;
}

interface EventReader {
  /** The index of the hub. */
  readonly hubIndex: number;
  readonly name: string;
  readonly read: ArgumentReader;
}

/** Decodes the logs of these hubs and of their passports. */
export function createLogDecoder(hubs: readonly HubContracts[]): LogDecoder {
  const readers = new Map<string, EventReader>();
  const members: { readonly isEmitter: BloomMember; readonly kinds: Map<string, BloomMember> }[] = [];
  const contracts = hubs.flatMap(
    ({ hubIndex, hub, passport }) =>
      [
        [hubIndex, hub, hubFragments],
        [hubIndex, passport, passportFragments],
      ] as const,
  );
  for (const [hubIndex, address, fragments] of contracts) {
    const kinds = new Map<string, BloomMember>();
    members.push({ isEmitter: createBloomMember(address), kinds });
    for (const fragment of fragments) {
      const kind = `${getAddress(address).toLowerCase()} ${fragment.topicHash}`;
      kinds.set(kind, createBloomMember(fragment.topicHash));
      readers.set(kind, { hubIndex, name: fragment.name, read: createArgumentReader(fragment) });
    }
  }
  const topics = [...hubFragments, ...passportFragments].map(({ topicHash }) => topicHash);

  return {
    filter: { address: contracts.map(([, address]) => getAddress(address)), topics: [topics] },
    decode(log, timestamp) {
      const reader = readers.get(kindOf(log));
      if (!reader) return undefined;
      const args = reader.read(log.topics.slice(1), log.data);
      return {
        blockNumber: log.blockNumber,
        logIndex: log.logIndex,
        blockHash: log.blockHash,
        transactionHash: log.transactionHash,
        timestamp,
        hub: reader.hubIndex,
        name: reader.name,
        giveawayKey: toId(args['giveaway']),
        passportId: toPassport(reader.hubIndex, args['passportId'] ?? args['tokenId']),
        args,
      };
    },
    isWanted: (log) => readers.has(kindOf(log)),
    mayLack(logsBloom, logs) {
      const present = new Set(logs.map(kindOf));
      return members.some(
        ({ isEmitter, kinds }) =>
          isEmitter(logsBloom) &&
          [...kinds].some(([kind, isMember]) => !present.has(kind) && isMember(logsBloom)),
      );
    },
  };
}

const kindOf = ({ address, topics }: NodeLog) => `${address} ${topics[0]}`;
const toId = (argument: unknown) => (typeof argument === 'string' ? argument : null);

/** The number of a passport in this service, decimal. */
function toPassport(hubIndex: number, argument: unknown): string | null {
  const number = toId(argument);
  return hubIndex === 0 || number === null ? number : String(toServiceNumber(hubIndex, Number(number)));
}
