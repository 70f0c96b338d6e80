import { closesAt, hasRound, openedRounds, opensAt, type Schedule } from '../../core/rounds/schedule.ts';
import { beaconRoundAt, timeOfBeaconRound, type BeaconScheme } from '../../core/draws/quicknet.ts';
import type { DrawEvidence } from '../evidence.ts';
import { toCreation } from '../abi/events.ts';
import { decodeOptions, toSchedule, type GiveawayOptions } from '../abi/options.ts';
import { hubBornBy, ownerAtBirth } from '../contracts/birth.ts';
import type { ReportingNode } from '../node/chain-node.ts';
import { readWidest, TOPICS, type HubLog } from '../node/logs.ts';
import { readBirth } from '../node/read-birth.ts';
import { VerificationError } from '../verification-error.ts';
import type { DrawSite } from '../verify-evidence.ts';
import { readAnnounced, type AnnouncedList, type Announcement } from './announcements.ts';
import { countShared, readReportedChanges } from './participants.ts';

/** Another drawn giveaway of the provider that overlaps with the draw in time and in entrants. */
export interface Twin {
  readonly hub: string;
  readonly giveaway: string;
  /** The provider's name for it, which only the hub of the draw is asked for. */
  readonly externalId?: string;
  /** When it was created, in Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds; without an end when it repeats for ever. */
  readonly startTime: number;
  readonly endTime?: number;
  /** Its round that the same beacon round decides, if there is one. */
  readonly round?: number;
  /** Whether its hub was created for another owner than the hub of the draw. */
  readonly isOfOtherOwner?: true;
  /** How many of its passports took part in both; undefined when there are too many giveaways to read. */
  readonly sharedEntrants?: number;
}

/** The twins of a draw, and what was searched for them. */
export interface Twins {
  /** How many other drawn giveaways of the provider were compared, and how many of them overlap with the draw in time. */
  readonly compared: number;
  readonly overlapping: number;
  readonly twins: readonly Twin[];
  /** Whether the list of announcements is whole, over all hubs, and why; see AnnouncedList. */
  readonly list: AnnouncedList['basis'];
  /** The hubs and the blocks that were searched. */
  readonly hubs: number;
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Announcements of contracts that are not bound to their birth as hubs, which anybody can make. */
  readonly ignored: number;
  /** Whether the giveaway of the draw stands in the list, from before its start. */
  readonly announced: 'before-start' | 'after-start' | 'not';
}

interface TwinQuestion {
  readonly site: DrawSite;
  /** Where the search begins when the node refuses to search all blocks. */
  readonly fromBlock: number;
  readonly toBlock: number;
  readonly beacon: BeaconScheme;
  /** The data of the call that created the hub, when they are known. */
  readonly birth?: string | undefined;
  /** The proved hash of the list of announcements. */
  readonly head?: string | undefined;
}

export type ReadTwins = typeof readTwins;

interface Candidate extends Omit<Twin, 'sharedEntrants' | 'round' | 'startTime' | 'endTime'> {
  readonly schedule: Schedule;
  readonly beacon: string;
  readonly beaconMargin: number;
  readonly blockNumber: number;
}

const DAY_MS = 86_400_000;
/** The numbers of giveaways whose entries are read, and of other hubs whose birth is. */
const MAX_READ = 20;

/**
 * Finds the twins of a draw, over all announced hubs of the provider. A provider that runs several giveaways for the same entrants, and
 * shows only one of them afterwards, could choose its winner. Throws VerificationError.
 */
export async function readTwins(
  node: ReportingNode,
  evidence: DrawEvidence,
  question: TwinQuestion,
): Promise<Twins> {
  const { site, toBlock } = question;
  const { provider } = evidence.creation;
  const [list, created] = await Promise.all([
    readAnnounced(node, { ...question, ...site, provider }),
    readWidest(node, { ...question, hub: site.hub, topics: [[TOPICS.GiveawayCreated], null, [provider]] }),
  ]);
  const own = created.logs.flatMap((log) => toCandidate(site.hub, log));
  const { judged, hubs, ignored } = await judgeHubs(node, list, question);
  const known = new Set(own.map(({ giveaway }) => giveaway));
  // The hub's own events have the names of its giveaways too.
  const others = [
    ...own,
    ...judged.filter(({ hub, giveaway }) => hub !== site.hub || !known.has(giveaway)),
  ].filter(({ hub, giveaway }) => hub !== site.hub || giveaway !== site.giveaway);
  const options = decodeOptions(evidence.creation.options);
  const overlapping = others.filter(({ schedule }) => overlaps(schedule, options, site.round));
  return {
    compared: others.length,
    overlapping: overlapping.length,
    twins: await withShared(node, evidence, question, overlapping),
    list: list.basis,
    hubs,
    fromBlock: created.fromBlock,
    toBlock,
    ignored,
    announced: announcementOf(list.announcements, site, options),
  };
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

/** Whether a giveaway takes entries at a time at which those of the draw changed too. */
function overlaps(other: Schedule, options: GiveawayOptions, round: number): boolean {
  const schedule = toSchedule(options);
  const opens = opensAt(schedule, options.entriesCarryOver ? 0 : round);
  const closes = closesAt(schedule, round) ?? Number.POSITIVE_INFINITY;
  return other.startsAt < closes && (other.endsAt ?? Number.POSITIVE_INFINITY) > opens;
}

function announcementOf(
  announcements: readonly Announcement[],
  { hub, giveaway }: DrawSite,
  { startTime }: GiveawayOptions,
): Twins['announced'] {
  const own = announcements.find((one) => one.hub === hub && one.giveaway === giveaway);
  if (own === undefined) return 'not';
  return own.timestamp < startTime ? 'before-start' : 'after-start';
}

/** The announcements of hubs that are bound to their birth: anybody can append to the list of any provider. */
async function judgeHubs(
  node: ReportingNode,
  { announcements, total }: AnnouncedList,
  { site, birth }: TwinQuestion,
): Promise<{ readonly judged: readonly Candidate[]; readonly hubs: number; readonly ignored: number }> {
  const ownOwner = birth === undefined ? undefined : ownerAtBirth(birth);
  const owners = new Map<string, string | undefined>([[site.hub, ownOwner]]);
  const first = new Map(announcements.toReversed().map((one) => [one.hub, one.blockNumber]));
  first.delete(site.hub);
  for (const [hub, hubBlock] of [...first].slice(-MAX_READ)) {
    const found = (await readBirth([node], { hub, hubBlock })).birth;
    if (found !== undefined && hubBornBy(found) === hub) owners.set(hub, ownerAtBirth(found));
  }
  const judged = announcements.filter(({ hub }) => owners.has(hub));
  return {
    judged: judged.map(({ timestamp, ...announcement }) => ({
      ...announcement,
      createdAt: timestamp,
      ...(owners.get(announcement.hub) !== ownOwner && { isOfOtherOwner: true }),
    })),
    hubs: owners.size,
    ignored: total - judged.length,
  };
}

function toCandidate(hub: string, log: HubLog): Candidate[] {
  try {
    const { options: data, timestamp } = toCreation(log);
    const options = decodeOptions(data);
    if (options.determination !== 1) return [];
    const { externalId, beacon, beaconMargin } = options;
    const place = { hub, giveaway: log.topics[1] ?? '', createdAt: timestamp, blockNumber: log.blockNumber };
    return [{ ...place, externalId, schedule: toSchedule(options), beacon, beaconMargin }];
  } catch (error) {
    if (error instanceof VerificationError) return [];
    throw error;
  }
}

/** The giveaways that share entrants with the draw; those that close next to it first. */
async function withShared(
  node: ReportingNode,
  evidence: DrawEvidence,
  { site, toBlock, beacon }: TwinQuestion,
  overlapping: readonly Candidate[],
): Promise<Twin[]> {
  const { beaconRound } = evidence.draw;
  const options = decodeOptions(evidence.creation.options);
  const closes = closesAt(toSchedule(options), site.round) ?? 0;
  const distance = ({ schedule }: Candidate) => Math.abs((schedule.endsAt ?? closes) - closes);
  const nearest = overlapping.toSorted((one, other) => distance(one) - distance(other));
  const wallets = evidence.participants?.wallets;
  const passports = new Set(evidence.changes.map(({ passportId }) => passportId));
  const twins: Twin[] = [];
  for (const [index, { schedule, blockNumber, beaconMargin, ...other }] of nearest.entries()) {
    const { beacon: contract, ...candidate } = other;
    const { hub, giveaway } = candidate;
    const terms = { schedule, margin: beaconMargin };
    const round = contract === options.beacon ? roundDecidedBy(beaconRound, beacon, terms) : undefined;
    const twin: Twin = {
      ...candidate,
      startTime: schedule.startsAt / 1000,
      ...(schedule.endsAt !== undefined && { endTime: schedule.endsAt / 1000 }),
      ...(round !== undefined && { round }),
    };
    if (index >= MAX_READ || wallets === undefined) twins.push(twin);
    else {
      const changes = await readReportedChanges(node, { hub, giveaway }, { fromBlock: blockNumber, toBlock });
      const sharedEntrants = countShared(changes, {
        wallets,
        // Passports of another hub have numbers of their own.
        passports: hub === site.hub ? passports : new Set(),
      });
      if (sharedEntrants > 0) twins.push({ ...twin, sharedEntrants });
    }
  }
  return twins;
}
