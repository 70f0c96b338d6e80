import type { RecordedChange } from '../core/draws/replay-entries.ts';
import type { DrawEvidence, Places } from './evidence.ts';
import { Fields, parseProofJson } from './json-fields.ts';
import { MODULES, type ModuleName } from './contracts/hub-versions.ts';
import type { TimeProof } from './state/prove-times.ts';
import { toProof, type StateProof } from './state/read-state.ts';
import { VerificationError } from './verification-error.ts';
import type { DrawSite } from './verify-evidence.ts';

/** The name of the format, with its version. */
export const PROOF_FORMAT = 'giveaway-draw-proof/2';
/** The former version, without the birth of the hub and the receipts. */
const FORMER_FORMAT = 'giveaway-draw-proof/1';

/** Everything that proves a draw, but for the authority of the block's hash. */
export interface DrawProofParts {
  readonly site: DrawSite;
  readonly evidence: DrawEvidence;
  readonly state: StateProof;
  /** The data of the call of the factory that created the hub; undefined for a hub that was created otherwise. */
  readonly birth?: string | undefined;
  /** Missing in documents of the former version. */
  readonly times?: TimeProof | undefined;
}

/** The document of a proof, as JSON. */
export interface ProofDocument {
  readonly format: typeof PROOF_FORMAT;
  readonly chainId: string;
  readonly hub: string;
  readonly giveaway: string;
  readonly round: number;
  readonly creation: DrawEvidence['creation'];
  /**
   * For each event EntriesChanged: round, open round, passport id, 1 for a removal or 0, amount, entries, round total, leaf,
   * time, block number, log index.
   */
  readonly changes: readonly (readonly (number | string)[])[];
  readonly draw: Readonly<Record<string, number | string>>;
  /**
   * Only where a round has several places: their numbers, and for each one drawn after the first place, passport id, tickets drawn
   * before, tickets left, ticket.
   */
  readonly places?: {
    readonly winners: number;
    readonly alternates: number;
    readonly drawn: readonly (readonly (number | string)[])[];
  };
  readonly code: DrawEvidence['code'];
  readonly state: StateProof;
  readonly birth: string | null;
  readonly times: TimeProof;
}

/** A proof of the present version. */
export type WholeProof = DrawProofParts & { readonly times: TimeProof };

/** Writes a proof as a document. */
export function toProofDocument({ site, evidence, state, birth, times }: WholeProof): ProofDocument {
  const { creation, changes, draw, places, code } = evidence;
  return {
    format: PROOF_FORMAT,
    chainId: String(site.chainId),
    hub: site.hub,
    giveaway: site.giveaway,
    round: site.round,
    creation,
    changes: changes.map((change) => [
      change.round,
      change.openRound,
      String(change.passportId),
      Number(change.removed),
      change.amount,
      change.entries,
      change.roundTotal,
      change.leaf,
      change.timestamp,
      change.blockNumber,
      change.logIndex,
    ]),
    draw: { ...draw, passportId: String(draw.passportId), beaconRound: String(draw.beaconRound) },
    ...(places && {
      places: {
        ...places,
        drawn: places.drawn.map(({ place, passportId, drawn, total, ticket }) => [
          place,
          String(passportId),
          drawn,
          total,
          ticket,
        ]),
      },
    }),
    code,
    state,
    birth: birth ?? null,
    times,
  };
}

/** Writes a proof as the text of its document. `changes` has the elements of the list of changes in its format. */
export function toProofText(
  {
    evidence,
    ...rest
  }: Omit<WholeProof, 'evidence'> & {
    readonly evidence: Omit<DrawEvidence, 'changes'>;
  },
  changes: string,
): string {
  const { changes: _none, ...head } = toProofDocument({
    ...rest,
    evidence: { ...evidence, changes: [] },
  });
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${changes}]}\n`;
}

/** Reads the document of a proof. Throws VerificationError. */
export function readProofDocument(text: string): DrawProofParts {
  const document = new Fields(parseProofJson(text), 'the document');
  const format = document.value('format');
  if (format !== PROOF_FORMAT && format !== FORMER_FORMAT)
    throw new VerificationError(
      'MALFORMED',
      `The document is neither of the format ${PROOF_FORMAT} nor of ${FORMER_FORMAT}.`,
    );
  const isFormer = format === FORMER_FORMAT;
  const creation = document.object('creation');
  const draw = document.object('draw');
  const code = document.object('code');
  const state = document.object('state');
  const place = (fields: Fields) => ({
    timestamp: fields.number('timestamp'),
    blockNumber: fields.number('blockNumber'),
    logIndex: fields.number('logIndex'),
  });
  return {
    site: {
      chainId: document.bigint('chainId'),
      hub: document.hex('hub', 20),
      giveaway: document.hex('giveaway', 32),
      round: document.number('round'),
    },
    evidence: {
      creation: {
        ...place(creation),
        provider: creation.hex('provider', 32),
        options: creation.hex('options'),
      },
      changes: document.list('changes').map(toRecordedChange),
      draw: {
        ...place(draw),
        round: document.number('round'),
        blockHash: draw.hex('blockHash', 32),
        transactionHash: draw.hex('transactionHash', 32),
        passportId: draw.bigint('passportId'),
        beaconRound: draw.bigint('beaconRound'),
        signature: draw.hex('signature'),
        randomness: draw.hex('randomness', 32),
        total: draw.number('total'),
        ticket: draw.number('ticket'),
      },
      ...(document.value('places') !== undefined && { places: toPlaces(document.object('places')) }),
      code: {
        hub: code.hex('hub'),
        ...ofModules(code, (module) => code.hex(module)),
        passport: code.hex('passport'),
        beacon: code.hex('beacon'),
      },
      contradictions: [],
    },
    state: {
      header: state.hex('header'),
      hub: toProof(state.value('hub')),
      ...ofModules(state, (module) => toProof(state.value(module))),
      passport: toProof(state.value('passport')),
      beacon: toProof(state.value('beacon')),
      history: toProof(state.value('history')),
      outcome: toProof(state.value('outcome')),
    },
    ...(!isFormer && { times: toTimes(document.object('times')) }),
    ...(!isFormer && document.value('birth') !== null && { birth: document.hex('birth') }),
  };
}

/** The values of modules by their names; a hub of a version without modules has none. */
function ofModules<T>(
  fields: Fields,
  valueOf: (module: ModuleName) => T,
): Partial<Readonly<Record<ModuleName, T>>> {
  const known = MODULES.filter((module) => fields.value(module) !== undefined);
  return Object.fromEntries(known.map((module) => [module, valueOf(module)]));
}

function toTimes(times: Fields): TimeProof {
  const proofOf = (name: string) => {
    const fields = times.object(name);
    return {
      header: fields.hex('header'),
      transaction: fields.uint32('transaction'),
      log: fields.uint32('log'),
      receipt: toProof(fields.value('receipt')),
    };
  };
  return { creation: proofOf('creation'), lastChange: proofOf('lastChange'), draw: proofOf('draw') };
}

function toPlaces(places: Fields): Places {
  return {
    winners: places.uint8('winners'),
    alternates: places.uint8('alternates'),
    drawn: places.list('drawn').map((values, index) => {
      const fields = new Fields(values, `place ${index}`);
      return {
        place: fields.uint8('0'),
        passportId: fields.bigint('1'),
        drawn: fields.uint32('2'),
        total: fields.uint32('3'),
        ticket: fields.uint32('4'),
      };
    }),
  };
}

function toRecordedChange(values: unknown, index: number): RecordedChange {
  const fields = new Fields(values, `change ${index}`);
  const passportId = fields.bigint('2');
  if (passportId >= 2n ** 64n) throw fields.malformed('2');
  return {
    round: fields.uint32('0'),
    openRound: fields.uint32('1'),
    passportId,
    removed: fields.number('3') === 1,
    amount: fields.uint32('4'),
    entries: fields.uint32('5'),
    roundTotal: fields.uint32('6'),
    leaf: fields.uint32('7'),
    timestamp: fields.number('8'),
    blockNumber: fields.number('9'),
    logIndex: fields.number('10'),
  };
}
