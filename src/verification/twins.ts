import { closesAt, hasRound, openedRounds, type Schedule } from '../core/rounds/schedule.ts';
import { beaconRoundAt, timeOfBeaconRound, type BeaconScheme } from '../core/draws/quicknet.ts';
import type { DrawEvidence } from './evidence.ts';
import { toChange, toCreation } from './abi/events.ts';
import { readLogs, TOPICS, toTopic, type HubLog } from './node/logs.ts';
import type { ReportingNode } from './node/chain-node.ts';
import { decodeOptions, toSchedule } from './abi/options.ts';
import { VerificationError } from './verification-error.ts';

/** Another giveaway of the provider that the same beacon round decides. */
export interface Twin {
  readonly giveaway: string;
  readonly externalId: string;
  readonly round: number;
  /** Unix seconds. */
  readonly createdAt: number;
  /** How many passports got entries in both giveaways; undefined when there are too many twins to read. */
  readonly sharedEntrants?: number;
}

/** The twins of a draw, and how many giveaways were compared. */
export interface Twins {
  readonly compared: number;
  readonly twins: readonly Twin[];
}

interface TwinQuestion {
  readonly hub: string;
  readonly giveaway: string;
  readonly fromBlock: number;
  readonly toBlock: number;
  readonly beacon: BeaconScheme;
}

export type ReadTwins = typeof readTwins;

const DAY_MS = 86_400_000;
/** The number of twins whose entries are read. */
const MAX_READ = 20;

/**
 * Finds the twins of a draw. A provider that runs several giveaways for one beacon round, and shows only one of them
 * afterwards, could choose its winner. Throws VerificationError.
 */
export async function readTwins(
  node: ReportingNode,
  { creation, changes, draw }: DrawEvidence,
  question: TwinQuestion,
): Promise<Twins> {
  const created = await readLogs(node, {
    ...question,
    topics: [[TOPICS.GiveawayCreated], null, [toTopic(creation.provider)]],
  });
  const others = created.logs.filter(({ topics }) => topics[1] !== question.giveaway);
  const found = others.flatMap((log) => toTwin(log, draw.beaconRound, question.beacon));
  const entrants = new Set(changes.map(({ passportId }) => passportId));
  const twins: Twin[] = [];
  for (const [index, twin] of found.entries())
    twins.push(
      index < MAX_READ
        ? { ...twin, sharedEntrants: await countShared(node, twin.giveaway, question, entrants) }
        : twin,
    );
  return { compared: others.length, twins };
}

/** The round of a giveaway with these rounds and margin that a beacon round decides; undefined when there is none. */
export function roundDecidedBy(
  beaconRound: bigint,
  beacon: BeaconScheme,
  { schedule, margin }: { readonly schedule: Schedule; readonly margin: number },
): number | undefined {
  const { startsAt, everyDays, activeDays } = schedule;
  const latestClose = (timeOfBeaconRound(beacon, beaconRound) - margin) * 1000;
  // Rounds close at even distances; only the end of the giveaway closes its last round earlier.
  const even =
    everyDays === 0 ? 0 : Math.floor((latestClose - startsAt - activeDays * DAY_MS) / (everyDays * DAY_MS));
  const last = schedule.endsAt === undefined ? even : openedRounds(schedule, schedule.endsAt) - 1;
  return [even, last].find((round) => {
    const closes = closesAt(schedule, round);
    return (
      closes !== undefined &&
      hasRound(schedule, round) &&
      beaconRoundAt(beacon, closes / 1000 + margin) === beaconRound
    );
  });
}

function toTwin(log: HubLog, beaconRound: bigint, beacon: BeaconScheme): Twin[] {
  try {
    const creation = toCreation(log);
    const options = decodeOptions(creation.options);
    if (options.determination !== 1) return [];
    const terms = { schedule: toSchedule(options), margin: options.beaconMargin };
    const round = roundDecidedBy(beaconRound, beacon, terms);
    if (round === undefined) return [];
    const { externalId } = options;
    return [{ giveaway: String(log.topics[1]), externalId, round, createdAt: creation.timestamp }];
  } catch (error) {
    if (error instanceof VerificationError) return [];
    throw error;
  }
}

async function countShared(
  node: ReportingNode,
  giveaway: string,
  question: TwinQuestion,
  entrants: ReadonlySet<bigint>,
): Promise<number> {
  const { logs } = await readLogs(node, {
    ...question,
    topics: [[TOPICS.EntriesChanged], [toTopic(giveaway)]],
  });
  const passports = new Set(logs.map((log) => toChange(log).passportId));
  return [...passports].filter((passport) => entrants.has(passport)).length;
}
