import type { DrawnPlace, PlaceCounts } from '../core/draws/places.ts';
import type { RecordedChange } from '../core/draws/replay-entries.ts';
import { MODULES, readHubCode, type ModuleName } from './contracts/hub-versions.ts';
import {
  toChange,
  toCreation,
  toDraw,
  toDrawnPlace,
  toPlaceCounts,
  toVoid,
  type Creation,
  type RecordedDraw,
  type RecordedPlace,
} from './abi/events.ts';
import { keccakOfText } from './abi/hex.ts';
import { readLogs, TOPICS, toTopic, type HubLog } from './node/logs.ts';
import { callView, readCode, toCallData, type ReportingNode, type ReportedBlock } from './node/chain-node.ts';
import { decodeOptions } from './abi/options.ts';
import { participantsOf, type Participants } from './twins/participants.ts';
import { VerificationError } from './verification-error.ts';

/** The draw that is verified. */
export interface DrawQuestion {
  /** Lower case. */
  readonly hub: string;
  /** The giveaway's key, in lower case. */
  readonly giveaway: string;
  readonly round: number;
  /** The first block that is read. */
  readonly fromBlock: number;
}

/** The code of the contracts, as 0x hexadecimal; a hub of a version without modules has none of them. */
export interface ContractCode extends Readonly<Partial<Record<ModuleName, string>>> {
  readonly hub: string;
  /** 0x when the hub's code does not name a passport contract. */
  readonly passport: string;
  readonly beacon: string;
}

/** What the hub's views return for the draw at the block, ABI-encoded. */
export interface Views {
  readonly roundOf: string;
  readonly giveawayOf: string;
  readonly historyOf: string;
}

/** All events of the giveaway up to a block. */
export interface DrawEvidence {
  readonly creation: Creation;
  readonly changes: readonly RecordedChange[];
  readonly draw: RecordedDraw;
  /** Missing where a round has one place. */
  readonly places?: Places | undefined;
  readonly code: ContractCode;
  /** Sentences about logs that cannot be right. */
  readonly contradictions: readonly string[];
  /** Missing in the document of a proof. */
  readonly participants?: Participants;
}

/** The number of a round's places, and those that were drawn after the first one. */
export interface Places extends PlaceCounts {
  readonly drawn: readonly DrawnPlace[];
}

/** The evidence that a node reports. */
export interface ReportedEvidence extends DrawEvidence {
  readonly participants: Participants;
  readonly views: Views;
}

/** The events of a giveaway, decoded. */
export interface GiveawayEvents {
  readonly creations: readonly Creation[];
  readonly changes: readonly RecordedChange[];
  readonly draws: readonly RecordedDraw[];
  readonly placeCounts: readonly PlaceCounts[];
  readonly drawnPlaces: readonly RecordedPlace[];
  readonly voids: number;
  readonly contradictions: readonly string[];
  readonly participants: Participants;
}

/** Reads the events of a giveaway up to a block. Throws VerificationError. */
export async function readEvents(
  node: ReportingNode,
  { hub, giveaway, round, fromBlock }: DrawQuestion,
  toBlock: number,
): Promise<GiveawayEvents> {
  const topics = [Object.values(TOPICS), [toTopic(giveaway)]];
  const { logs, contradictions } = await readLogs(node, { hub, topics, fromBlock, toBlock });
  const decodeAll = <T>(event: HubLog['event'], decode: (log: HubLog) => T): T[] =>
    logs.filter((log) => log.event === event).map((log) => decodeLog(log, decode));
  return {
    creations: decodeAll('GiveawayCreated', toCreation),
    changes: decodeAll('EntriesChanged', toChange),
    draws: decodeAll('WinnerDrawn', toDraw).filter((draw) => draw.round === round),
    placeCounts: decodeAll('PlacesSet', toPlaceCounts),
    drawnPlaces: decodeAll('PlaceDrawn', toDrawnPlace).filter((place) => place.round === round),
    voids: decodeAll('RoundVoided', toVoid).filter((event) => event.round === round).length,
    contradictions,
    participants: participantsOf(logs.filter((log) => log.event === 'EntriesChanged')),
  };
}

function decodeLog<T>(log: HubLog, decode: (log: HubLog) => T): T {
  try {
    return decode(log);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    const { event, blockNumber, logIndex } = log;
    throw new VerificationError(
      'MALFORMED',
      `Block ${blockNumber}, log ${logIndex} (${event}) is malformed.`,
      error,
    );
  }
}

/** The events up to a block. */
export function eventsUntil(events: GiveawayEvents, block: number): GiveawayEvents {
  const until = <T extends { readonly blockNumber: number }>(all: readonly T[]) =>
    all.filter(({ blockNumber }) => blockNumber <= block);
  return {
    ...events,
    creations: until(events.creations),
    changes: until(events.changes),
    draws: until(events.draws),
    drawnPlaces: until(events.drawnPlaces),
  };
}

/** Adds to the events what the node reports of code and views at a block. Throws VerificationError when nothing was drawn. */
export async function readEvidence(
  node: ReportingNode,
  question: DrawQuestion,
  { events, block }: { readonly events: GiveawayEvents; readonly block: ReportedBlock },
): Promise<ReportedEvidence> {
  const { creations, changes, draws, placeCounts, voids, contradictions, participants } = events;
  const { creation, draw } = requireDrawn(events, question, node.name);
  const { hub, giveaway, round } = question;
  const options = decodeOptions(creation.options);
  const view = (signature: string, words: readonly (string | number)[]) =>
    callView(node, { to: hub, data: toCallData(keccakOfText(signature), words), block: block.number });
  const [hubCode, beaconCode, roundOf, giveawayOf, historyOf] = await Promise.all([
    readCode(node, hub, block.number),
    readCode(node, options.beacon, block.number),
    view('roundOf(bytes32,uint32)', [giveaway, round]),
    view('giveawayOf(bytes32)', [giveaway]),
    view('historyOf(bytes32)', [giveaway]),
  ]);
  const named = await readNamedCode(node, hubCode, block.number);
  return {
    creation,
    changes,
    draw,
    participants,
    ...placesOf(events),
    code: { hub: hubCode, beacon: beaconCode, ...named },
    contradictions: [
      ...contradictions,
      ...(creations.length > 1 ? ['The giveaway was created more than once.'] : []),
      ...(placeCounts.length > 1 ? ['The number of places was set more than once.'] : []),
      ...(draws.length > 1 ? ['The winner was drawn more than once.'] : []),
      ...(voids > 0 ? ['The round was also marked void.'] : []),
    ],
    views: { roundOf, giveawayOf, historyOf },
  };
}

/** The places of a round with several ones. */
export function placesOf({
  placeCounts,
  drawnPlaces,
}: Pick<GiveawayEvents, 'placeCounts' | 'drawnPlaces'>): Pick<DrawEvidence, 'places'> {
  const [counts] = placeCounts;
  if (counts === undefined) return {};
  const { winners, alternates } = counts;
  const drawn = drawnPlaces.map(({ place, passportId, drawn, total, ticket }) => ({
    place,
    passportId,
    drawn,
    total,
    ticket,
  }));
  return { places: { winners, alternates, drawn } };
}

/** The code of the contracts whose addresses the code of a hub has. */
export async function readNamedCode(
  node: ReportingNode,
  hubCode: string,
  block: number,
): Promise<Omit<ContractCode, 'hub' | 'beacon'>> {
  const hub = readHubCode(hubCode);
  const read = async (address: string | undefined) =>
    address === undefined ? undefined : readCode(node, address, block);
  const [passport, ...modules] = await Promise.all([
    read(hub.passport),
    ...MODULES.map((module) => read(hub.addressOf(module))),
  ]);
  const known = MODULES.flatMap((module, index) => {
    const code = modules[index];
    return code === undefined ? [] : [[module, code] as const];
  });
  return { passport: passport ?? '0x', ...Object.fromEntries(known) };
}

/** The giveaway's creation and its draw. Throws VerificationError when the node reports none. */
export function requireDrawn(
  { creations, draws, voids }: GiveawayEvents,
  { hub, giveaway, round }: DrawQuestion,
  name: string,
): { readonly creation: Creation; readonly draw: RecordedDraw } {
  const [creation] = creations;
  const [draw] = draws;
  if (creation === undefined)
    throw new VerificationError(
      'NOT_FOUND',
      `According to ${name}, the hub ${hub} never created the giveaway ${giveaway}.`,
    );
  if (draw === undefined && voids > 0)
    throw new VerificationError(
      'ROUND_VOID',
      `According to ${name}, round ${round + 1} (index ${round}) of the giveaway ${giveaway} is void: its beacon stayed silent for 30 days.`,
    );
  if (draw === undefined)
    throw new VerificationError(
      'NOT_DRAWN',
      `According to ${name}, no winner was drawn for round ${round + 1} (index ${round}) of the giveaway ${giveaway}.`,
    );
  return { creation, draw };
}
