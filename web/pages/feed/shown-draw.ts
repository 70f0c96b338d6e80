import { LatestDraws, type LatestRoundsFragment } from '../../documents/generated.ts';
import { isRecomputed } from '../../parts/draws/recomputed-draw.ts';
import type { Visit } from '../../site/page.ts';

/** Giveaways of each state whose latest rounds are looked at. */
const GIVEAWAYS = 6;

type Round = LatestRoundsFragment['rounds']['nodes'][number];

/** A draw whose ticket was computed anew. */
export interface ShownDraw {
  readonly giveaway: LatestRoundsFragment;
  readonly round: Round;
  readonly proof: NonNullable<Round['drawProof']>;
}

/** The newest draw of the latest giveaways whose ticket follows from its signature. */
export async function findDraw({
  site,
  tryQuery,
}: Pick<Visit, 'site' | 'tryQuery'>): Promise<ShownDraw | undefined> {
  if (!site.hasChain) return undefined;
  const { data } = await tryQuery(LatestDraws, { first: GIVEAWAYS });
  if (data === undefined) return undefined;
  return [...data.ended.nodes, ...data.running.nodes]
    .flatMap((giveaway) =>
      giveaway.rounds.nodes.flatMap((round) =>
        round.drawProof === null ? [] : [{ giveaway, round, proof: round.drawProof }],
      ),
    )
    .toSorted((one, other) => Date.parse(other.proof.settledAt) - Date.parse(one.proof.settledAt))
    .find(isRecomputed);
}
