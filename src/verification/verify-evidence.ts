import type { BeaconScheme } from '../core/draws/quicknet.ts';
import { compare, report, verifyDraw, type VerificationStep } from '../core/draws/verify-draw.ts';
import { isBeaconSignature } from './beacon.ts';
import { checkContracts } from './contracts/check-contracts.ts';
import type { DrawQuestion, DrawEvidence } from './evidence.ts';
import { keccak256, sha256 } from './abi/hex.ts';
import { historyHash } from './abi/history.ts';
import { decodeOptions, keyOfGiveaway, toSchedule } from './abi/options.ts';

/** The beacon that the verifier expects, and the least margin that it accepts, in seconds. */
export interface Expectation extends BeaconScheme {
  readonly leastMargin: number;
}

/** The chain and the draw that evidence is about. */
export interface DrawSite extends Pick<DrawQuestion, 'hub' | 'giveaway' | 'round'> {
  readonly chainId: bigint;
}

interface Known {
  /** The hash of the giveaway's history that the hub keeps. */
  readonly history: string;
  /** The hash that follows from the evidence, when the caller has it already. */
  readonly computedHistory?: string | undefined;
  readonly expected: Expectation;
}

/** Repeats a draw from its evidence. Throws VerificationError. */
export function verifyEvidence(
  site: DrawSite,
  evidence: DrawEvidence,
  { history, computedHistory, expected }: Known,
): VerificationStep[] {
  const { creation, changes, draw, places } = evidence;
  const options = decodeOptions(creation.options);
  const record = {
    ...site,
    isDrawn: options.determination === 1,
    schedule: toSchedule(options),
    carriesOver: options.entriesCarryOver,
    beaconMargin: options.beaconMargin,
    created: creation,
    changes,
    outcome: draw,
    places: places && { count: places.winners + places.alternates, drawn: places.drawn },
  };
  const isSignatureOf = (beaconRound: bigint, signature: string) =>
    isBeaconSignature(expected, beaconRound, signature);
  return [
    { name: 'provider', found: creation.provider },
    { name: 'external id', found: JSON.stringify(options.externalId) },
    compare('giveaway key', keyOfGiveaway(creation.provider, options.externalIdBytes), site.giveaway),
    report('logs', `${changes.length + 2} events of the giveaway`, evidence.contradictions),
    compare('history', computedHistory ?? historyHash(creation, changes, places), history),
    ...checkContracts({ ...site, code: evidence.code }, expected),
    ...verifyDraw(record, { ...expected, isSignatureOf }, { keccak256, sha256 }),
  ];
}
