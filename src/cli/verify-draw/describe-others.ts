import type { Signers } from '../../verification/twins/signers.ts';
import type { Twin, Twins } from '../../verification/twins/twins.ts';

const SHOWN = 10;
const LIST: Readonly<Record<Twins['list'], string>> = {
  proved: 'the list of all announcements is proved',
  reported: 'the list of all announcements is reported, not proved',
  incomplete: 'announcements are missing, so that twins may be missing',
};
const ANNOUNCED: Readonly<Record<Twins['announced'], string>> = {
  'before-start': 'It was announced before its start.',
  'after-start': 'It was announced only after its start.',
  not: 'It is not in the list of announcements.',
};

/** How many twins were found, where they were looked for, and when the giveaway was announced: part of the verdict. */
export function summariseTwins(found: Twins | undefined): string {
  if (found === undefined) return 'Nobody searched for twins.';
  const { twins, compared, hubs, fromBlock, toBlock, list, ignored, announced } = found;
  const others = `${compared} other drawn ${compared === 1 ? 'giveaway' : 'giveaways'} of the provider`;
  const count =
    twins.length === 0
      ? `No twin among ${others}`
      : `Twins: ${twins.length} of ${others} ${twins.length === 1 ? 'overlaps' : 'overlap'} in time and entrants`;
  const rest = ignored > 0 ? `, ${ignored} announcements of unknown contracts left out` : '';
  const range = `${hubs} ${hubs === 1 ? 'hub' : 'hubs'}, blocks ${fromBlock} to ${toBlock}, ${LIST[list]}${rest}`;
  return `${count} (${range}). ${ANNOUNCED[announced]}`;
}

/** The twins of a draw, one on each line; none without twins. */
export function describeTwins({ twins }: Twins, hub: string): string[] {
  if (twins.length === 0) return [];
  const rest = twins.length > SHOWN ? [`  and ${twins.length - SHOWN} more`] : [];
  return [
    [
      'Twins, of which the provider could have shown any. Compare with what you wrote down before the start:',
      ...twins.slice(0, SHOWN).map((twin) => toLine(twin, hub)),
      ...rest,
    ].join('\n'),
  ];
}

function toLine(twin: Twin, hub: string): string {
  const { giveaway, externalId, startTime, endTime, round, sharedEntrants, isOfOtherOwner } = twin;
  return [
    `  ${giveaway}${externalId === undefined ? '' : ` ${JSON.stringify(externalId)}`}`,
    `${toTime(startTime)} to ${endTime === undefined ? 'no end' : toTime(endTime)}`,
    `${sharedEntrants ?? 'an unknown number of'} shared entrants`,
    ...(round === undefined ? [] : [`the same beacon round decides its round ${round}`]),
    ...(twin.hub === hub ? [] : [`hub ${twin.hub}${isOfOtherOwner ? ' of another owner' : ''}`]),
  ].join(', ');
}

/** Who changed entries, and who can add signers; none when the node did not tell. */
export function describeSigners(found: Signers | undefined): string[] {
  if (found === undefined) return [];
  const { signers, others, owner, isContract, ownerDelay, nextOwner, signerDelay } = found;
  const kind =
    ownerDelay !== undefined
      ? `, a timelock of ${ownerDelay} s`
      : isContract
        ? ', a contract'
        : ', a wallet with a single key';
  return [
    [
      'Signers that changed entries:',
      ...signers.map(
        ({ address, changes, activeFrom }) =>
          `  ${address}, ${changes} changes, ${activeFrom === 0 ? 'no longer active' : `active since ${toTime(activeFrom)}`}`,
      ),
      ...(others > 0 ? [`  and ${others} more`] : []),
      `The owner ${owner}${kind}, can add signers; they act ${signerDelay} s later while rounds are open or prizes undelivered.`,
      ...(nextOwner === undefined ? [] : [`The next owner ${nextOwner} has not accepted yet.`]),
    ].join('\n'),
  ];
}

function toTime(seconds: number): string {
  const milliseconds = seconds * 1000;
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : String(seconds);
}
