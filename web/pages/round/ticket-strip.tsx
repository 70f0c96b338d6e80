import { useSite } from '../../site/context.ts';
import type { ShownProof } from './read-round.ts';

const WIDTH = 640;
const HEIGHT = 84;
const BAR = { top: 34, height: 22 } as const;
const EDGE = 4;

interface TicketStripProps {
  readonly proof: ShownProof;
  readonly winner: number | undefined;
}

/** The range of tickets, with the winning ticket at its place. */
export function TicketStrip({ proof: { ticket, total }, winner }: TicketStripProps) {
  const { t, format } = useSite();
  const x = EDGE + ((ticket + 0.5) / total) * (WIDTH - 2 * EDGE);
  const anchor = x < WIDTH * 0.2 ? 'start' : x > WIDTH * 0.8 ? 'end' : 'middle';
  const name = t.draw.ticketOf(format.number(ticket), format.number(total));
  const label = winner === undefined ? name : `${name} · ${t.giveaways.passport(String(winner))}`;
  const at = Math.round(x * 10) / 10;
  return (
    <svg className="tickets" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <rect className="plot-track" x={EDGE} y={BAR.top} width={WIDTH - 2 * EDGE} height={BAR.height} rx="5" />
      <line className="ticket-mark" x1={at} y1={BAR.top - 6} x2={at} y2={BAR.top + BAR.height + 6} />
      <circle className="ticket-dot" cx={at} cy={BAR.top - 8} r="4" />
      <text className="plot-text is-strong" x={at} y={BAR.top - 17} textAnchor={anchor}>
        {label}
      </text>
      <text className="plot-text" x={EDGE} y={HEIGHT - 6}>
        0
      </text>
      <text className="plot-text" x={WIDTH - EDGE} y={HEIGHT - 6} textAnchor="end">
        {format.number(total - 1)}
      </text>
    </svg>
  );
}
