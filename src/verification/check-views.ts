import { closesAt, opensAt } from '../core/rounds/schedule.ts';
import { compare, report, type VerificationStep } from '../core/draws/verify-draw.ts';
import type { ReportedEvidence } from './evidence.ts';
import { decodeOptions, toSchedule, type GiveawayOptions } from './abi/options.ts';
import { readWords } from './abi/words.ts';

const STATES = ['scheduled', 'open', 'closed', 'decided', 'void'];

/** Compares what the hub's views return with the events. */
export function checkViews({ views, creation, draw }: ReportedEvidence, round: number): VerificationStep[] {
  const options = decodeOptions(creation.options);
  const schedule = toSchedule(options);
  const opens = opensAt(schedule, round) / 1000;
  const closes = (closesAt(schedule, round) ?? 0) / 1000;
  const words = readWords(views.roundOf, 'the result of roundOf');
  const state = STATES[words.number(0, 8)] ?? 'unknown';
  return [
    compare(
      'round on chain',
      `decided: passport ${draw.passportId} of ${draw.total} entries, from ${opens} to ${closes}`,
      `${state}: passport ${words.uint(5)} of ${words.number(4)} entries, from ${words.number(1)} to ${words.number(2)}`,
    ),
    report('options on chain', 'the options of the creation', differences(views, creation.provider, options)),
  ];
}

function differences(
  { giveawayOf }: ReportedEvidence['views'],
  provider: string,
  options: GiveawayOptions,
): string[] {
  const words = readWords(giveawayOf, 'the result of giveawayOf');
  const pairs: Record<string, readonly [string | number | boolean, string | number | boolean]> = {
    provider: [words.bytes32(0), provider],
    startTime: [words.number(1), options.startTime],
    endTime: [words.number(2), options.endTime],
    determination: [words.number(3), options.determination],
    requiresHandshake: [words.bool(4), options.requiresHandshake],
    providerPaysReceiptGas: [words.bool(5), options.providerPaysReceiptGas],
    entriesCarryOver: [words.bool(6), options.entriesCarryOver],
    everyDays: [words.number(7), options.everyDays],
    activeDays: [words.number(8), options.activeDays],
    beacon: [words.address(9), options.beacon],
    beaconMargin: [words.number(10), options.beaconMargin],
  };
  return Object.entries(pairs).flatMap(([name, [onChain, created]]) =>
    onChain === created ? [] : [`${name} is ${onChain}, not ${created}.`],
  );
}
