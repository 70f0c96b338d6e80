import { renderMarkup } from '../../site/render-markup.ts';
import { titleOf } from '../../parts/giveaway-card.tsx';
import { shorten } from '../../parts/user-text.tsx';
import type { SiteContext } from '../../site/context.ts';
import { NOT_FOUND, type Page } from '../../site/page.ts';
import { readRound, summaryOf, type ShownGiveaway, type ShownRound } from './read-round.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 80;
const TITLE_CHARACTERS = 44;
/** What is not drawn: characters that direct others, have no meaning of their own, or are not allowed in XML. */
const UNDRAWN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The image of a shared link to a round, as SVG; the server converts it to PNG. */
export const roundImage: Page = {
  path: '/giveaways/:id/rounds/:n/image.png',
  async get(visit) {
    const found = await readRound(visit);
    if (found === undefined) return NOT_FOUND;
    return {
      kind: 'file',
      contentType: 'image/svg+xml',
      body: renderMarkup(<RoundImage site={visit.site} {...found} />),
    };
  },
};

interface RoundImageProps {
  readonly site: SiteContext;
  readonly giveaway: ShownGiveaway;
  readonly round: ShownRound;
}

function RoundImage({ site, giveaway, round }: RoundImageProps) {
  const { t } = site;
  const title = shorten(titleOf(giveaway).replaceAll(UNDRAWN, ' ').trim(), TITLE_CHARACTERS);
  const { drawProof } = round;
  const share = drawProof === null ? undefined : (drawProof.ticket + 0.5) / drawProof.total;
  const mark = share === undefined ? undefined : MARGIN + share * (WIDTH - 2 * MARGIN);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <rect width={WIDTH} height={HEIGHT} fill="#0d2b2a" />
      <rect width={WIDTH} height="12" fill="#5fd0c3" />
      <g fontFamily="DejaVu Sans" fill="#fffefb">
        <text x={MARGIN} y="120" fontSize="34" fill="#5fd0c3">
          {t.shell.name}
        </text>
        <Title text={title || t.giveaways.title} otherwise={t.giveaways.title} />
        <text x={MARGIN} y="290" fontSize="38" fill="#b9c9c6">
          {t.giveaways.round(round.index)}
        </text>
        <text x={MARGIN} y="400" fontSize="38">
          {summaryOf(site, round)}
        </text>
      </g>
      <rect x={MARGIN} y="470" width={WIDTH - 2 * MARGIN} height="44" rx="10" fill="#245150" />
      {mark !== undefined && <rect x={mark - 4} y="452" width="8" height="80" rx="4" fill="#ffb184" />}
    </svg>
  );
}

/** The title at the side where it begins. The server draws another text when the fonts have too few of its letters. */
function Title({ text, otherwise }: { readonly text: string; readonly otherwise: string }) {
  const isRightToLeft = RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '');
  const side = isRightToLeft ? { x: WIDTH - MARGIN, textAnchor: 'end' as const } : { x: MARGIN };
  return (
    <text {...side} y="220" fontSize="52" fontWeight="bold" data-otherwise={otherwise}>
      {isRightToLeft ? `\u2067${text}\u2069` : text}
    </text>
  );
}
