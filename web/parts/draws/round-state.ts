import type {
  GiveawayRulesFragment,
  GiveawayCardFragment,
  RoundFactsFragment,
} from '../../documents/generated.ts';
import type { Texts } from '../../texts/en.ts';

export type ShownRoundState = keyof Texts['giveaways']['roundStates'];
type Rules = Pick<GiveawayCardFragment & GiveawayRulesFragment, 'determinationType' | 'beaconMargin'>;

/** Why a void round is void: it closed without entries, or its beacon stayed silent. */
export function whyVoid({ entriesCounted }: Pick<RoundFactsFragment, 'entriesCounted'>): 'VOID' | 'SILENT' {
  return entriesCounted === 0 ? 'VOID' : 'SILENT';
}

type ShownFacts = Pick<RoundFactsFragment, 'state' | 'closesAt' | 'isDelivered' | 'entriesCounted'>;

/** The state of a round, with what it waits for, why it is void, and whether its prizes were delivered. */
export function shownState(
  round: ShownFacts,
  { determinationType, beaconMargin }: Rules,
  now: Date,
): ShownRoundState {
  const { state, closesAt, isDelivered } = round;
  if (state === 'VOID') return whyVoid(round);
  if (state === 'DECIDED') return isDelivered ? 'DELIVERED' : 'DECIDED';
  if (state !== 'CLOSED' || closesAt === null) return state;
  if (determinationType === 'PROVIDER_DECLARED') return 'UNDECLARED';
  const signedAt = new Date(closesAt).getTime() + (beaconMargin ?? 0) * 1_000;
  return now.getTime() < signedAt ? 'WAITING' : 'DRAWABLE';
}

/** How many of the steps from open to delivered a round has completed; -1 before it opens, so that no step is under way. */
export function stepsDone(state: ShownRoundState, isDrawn: boolean): number {
  const beacon = isDrawn ? 1 : 0;
  const done: Readonly<Record<ShownRoundState, number>> = {
    SCHEDULED: -1,
    OPEN: 0,
    VOID: 2,
    SILENT: 2,
    CLOSED: 2,
    WAITING: 2,
    UNDECLARED: 2,
    DRAWABLE: 3,
    DECIDED: 3 + beacon,
    DELIVERED: 4 + beacon,
  };
  return done[state];
}
