import { titleOf } from '../../parts/giveaway-card.tsx';
import { MARGIN, sharedImage, WIDTH } from '../../parts/shared-image/shared-image.tsx';
import { NOT_FOUND, type Page } from '../../site/page.ts';
import { readRound, summaryOf } from './read-round.ts';

/** The image of a shared link to a round: its giveaway, its outcome, and where the ticket is that was drawn. */
export const roundImage: Page = {
  path: '/giveaways/:id/rounds/:n/image.png',
  async get(visit) {
    const found = await readRound(visit);
    if (found === undefined) return NOT_FOUND;
    const { site } = visit;
    const { giveaway, round } = found;
    const { drawProof } = round;
    const share = drawProof === null ? undefined : (drawProof.ticket + 0.5) / drawProof.total;
    const mark = share === undefined ? undefined : MARGIN + share * (WIDTH - 2 * MARGIN);
    return sharedImage(site, {
      title: titleOf(giveaway),
      otherwise: site.t.giveaways.title,
      maxTitleLines: 2,
      details: [site.t.giveaways.round(round.index), summaryOf(site, round)],
      textEnd: 440,
      children: (
        <>
          <rect x={MARGIN} y="510" width={WIDTH - 2 * MARGIN} height="44" rx="10" fill="#245150" />
          {mark !== undefined && <rect x={mark - 4} y="492" width="8" height="80" rx="4" fill="#ffb184" />}
        </>
      ),
    });
  },
};
