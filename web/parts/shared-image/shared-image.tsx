import type { ReactNode } from 'react';
import type { SiteContext } from '../../site/context.ts';
import type { FileResponse } from '../../site/page.ts';
import { renderMarkup } from '../../site/render-markup.ts';
import { shorten } from '../user-text.tsx';
import { wrap } from './wrap.ts';

export const WIDTH = 1_200;
const HEIGHT = 630;
export const MARGIN = 80;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const MAX_CHARACTERS = 200;
/** What is not drawn: characters that direct others, have no meaning of their own, or are not allowed in XML. */
const UNDRAWN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;
/** Marks at one letter, of which no language has more. */
const MARKS = /(\p{M}{4})\p{M}+/gu;
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

interface SharedImageProps {
  readonly title: string;
  /** What is drawn when the fonts have too few of the title's letters. */
  readonly otherwise: string;
  readonly maxTitleLines?: number;
  /** Texts below the title, of which undefined ones are left out. */
  readonly details: readonly (string | undefined)[];
  /** What is drawn below the texts, and where these end. */
  readonly children?: ReactNode;
  readonly textEnd?: number;
}

/** The image of a shared link to a page, as SVG; the server converts it to PNG. */
export function sharedImage(site: SiteContext, image: SharedImageProps): FileResponse {
  return {
    kind: 'file',
    contentType: 'image/svg+xml',
    body: renderMarkup(<SharedImage name={site.t.shell.name} {...image} />),
  };
}

function SharedImage(props: SharedImageProps & { readonly name: string }) {
  const { name, title, otherwise, maxTitleLines = 3, details, children, textEnd = 560 } = props;
  const lines = linesOf(title, 52, maxTitleLines);
  const titleLines = lines.length === 0 ? [otherwise] : lines;
  const detailLines = details.flatMap((detail) => linesOf(detail ?? '', 36, 1));
  const firstDetail = textEnd - (detailLines.length - 1) * 52;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <rect width={WIDTH} height={HEIGHT} fill="#0d2b2a" />
      <rect width={WIDTH} height="12" fill="#5fd0c3" />
      <g fill="#fffefb">
        <text x={MARGIN} y="120" fontSize="34" fontFamily="DejaVu Sans" fill="#5fd0c3">
          {name}
        </text>
        <g data-width={TEXT_WIDTH} fontSize={52} fontFamily="DejaVu Sans" fontWeight="bold">
          {titleLines.map((line, index) => (
            <Line key={index} text={line} y={220 + index * 64} otherwise={index === 0 ? otherwise : ''} />
          ))}
        </g>
        <g data-width={TEXT_WIDTH} fontSize={36} fontFamily="DejaVu Sans" fill="#b9c9c6">
          {detailLines.map((line, index) => (
            <Line key={index} text={line} y={firstDetail + index * 52} otherwise="" />
          ))}
        </g>
      </g>
      {children}
    </svg>
  );
}

function linesOf(text: string, fontSize: number, maxLines: number): readonly string[] {
  const drawn = shorten(text.replaceAll(UNDRAWN, ' ').replaceAll(MARKS, '$1').trim(), MAX_CHARACTERS);
  return wrap(drawn, TEXT_WIDTH / fontSize, maxLines);
}

interface LineProps {
  readonly text: string;
  readonly y: number;
  readonly otherwise: string;
}

/** A line at the side where it begins. The server draws another text when the fonts have too few of its letters. */
function Line({ text, y, otherwise }: LineProps) {
  const isRightToLeft = RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '');
  const side = isRightToLeft ? { x: WIDTH - MARGIN, textAnchor: 'end' as const } : { x: MARGIN };
  return (
    <text {...side} y={y} data-otherwise={otherwise}>
      {isRightToLeft ? `\u2067${text}\u2069` : text}
    </text>
  );
}
