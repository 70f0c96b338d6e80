import { Places, Round, type PlacesQuery, type RoundQuery } from '../../documents/generated.ts';
import { whyVoid } from '../../parts/draws/round-state.ts';
import type { SiteContext } from '../../site/context.ts';
import type { Visit } from '../../site/page.ts';

const INDEX = /^(?:0|[1-9]\d{0,9})$/;
const HIGHEST_INDEX = 2_147_483_647;

export type ShownGiveaway = NonNullable<RoundQuery['giveaway']>;
export type ShownRound = NonNullable<ShownGiveaway['round']>;

/** A round with its giveaway; undefined when there is none at the address. */
export async function readRound({
  parts,
  query: ask,
}: Pick<Visit, 'parts' | 'query'>): Promise<{ giveaway: ShownGiveaway; round: ShownRound } | undefined> {
  const { id = '', n = '' } = parts;
  if (!INDEX.test(n) || Number(n) > HIGHEST_INDEX) return undefined;
  const { giveaway } = await ask(Round, { id, index: Number(n) });
  return giveaway === null || giveaway.round === null ? undefined : { giveaway, round: giveaway.round };
}

export type ShownPlace = NonNullable<PlacesQuery['round']>['places']['nodes'][number];

/** The places of a round that have a winner; none for a giveaway whose rounds have one winner. */
export async function readPlaces(
  { query: ask }: Pick<Visit, 'query'>,
  { winners, alternates }: ShownGiveaway,
  round: ShownRound,
): Promise<readonly ShownPlace[]> {
  if (winners + alternates === 1 || round.winner === null) return [];
  const places: ShownPlace[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const found: PlacesQuery = await ask(Places, { round: round.id, after });
    const page = found.round?.places;
    places.push(...(page?.nodes ?? []));
    after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : null;
  }
  return places;
}

export type ShownProof = NonNullable<ShownRound['drawProof']>;

export interface DrawProps {
  readonly giveaway: ShownGiveaway;
  readonly round: ShownRound;
  readonly proof: ShownProof;
}

/** The outcome of a round in one sentence. */
export function summaryOf({ t, format }: SiteContext, round: ShownRound): string {
  const { state, winner, drawProof } = round;
  if (winner === null) return state === 'VOID' ? t.draw.void[whyVoid(round)] : t.draw.undecided;
  if (drawProof === null) return `${t.giveaways.winnerIs} ${t.giveaways.passport(String(winner.passportId))}`;
  const { ticket, total } = drawProof;
  return t.draw.summary(String(winner.passportId), format.number(ticket), format.number(total));
}
