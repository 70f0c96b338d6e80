import { useSite } from '../../site/context.ts';
import type { ShownProof } from './read-round.ts';

const HEIGHT = 62;
const BAR = { top: 14, height: 22 } as const;

interface TicketStripProps {
  readonly proof: ShownProof;
  readonly winner: number | undefined;
}

/** The range of tickets, with the winning ticket at its place. */
export function TicketStrip({ proof: { ticket, total }, winner }: TicketStripProps) {
  const { t, format } = useSite();
  const name = t.draw.ticketOf(format.number(ticket), format.number(total));
  const label = winner === undefined ? name : `${name} · ${t.giveaways.passport(String(winner))}`;
  const at = `${Math.round(((ticket + 0.5) / total) * 10_000) / 100}%`;
  return (
    <figure className="plot">
      <figcaption>{label}</figcaption>
      <svg height={HEIGHT} role="img" aria-label={label}>
        <rect className="plot-track" y={BAR.top} width="100%" height={BAR.height} rx="5" />
        <line className="ticket-mark" x1={at} y1={BAR.top - 6} x2={at} y2={BAR.top + BAR.height + 6} />
        <circle className="ticket-dot" cx={at} cy={BAR.top - 8} r="5" />
        <text className="plot-text" y={HEIGHT - 6}>
          0
        </text>
        <text className="plot-text" x="100%" y={HEIGHT - 6} textAnchor="end">
          {format.number(total - 1)}
        </text>
      </svg>
    </figure>
  );
}
