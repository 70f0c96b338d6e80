import { useSite } from '../../site/context.ts';

const HEIGHT = 74;
const BAR = { top: 16, height: 30 } as const;
/** As many tickets are drawn one by one; more would be thinner than their gaps on a phone. */
const MAX_SINGLE = 60;
/** Shares of the width near which the number of the ticket would touch those of the ends. */
const EDGE = 0.12;

interface TicketStripProps {
  readonly proof: { readonly ticket: number; readonly total: number };
  readonly winner: number | undefined;
}

/** The range of tickets, with the winning ticket at its place. */
export function TicketStrip({ proof: { ticket, total }, winner }: TicketStripProps) {
  const { t, format } = useSite();
  const name = t.draw.ticketOf(format.number(ticket), format.number(total));
  const label = winner === undefined ? name : `${name} · ${t.giveaways.passport(String(winner))}`;
  const share = (ticket + 0.5) / total;
  const at = percent(share);
  return (
    <figure className="plot">
      <figcaption>{label}</figcaption>
      <svg height={HEIGHT} role="img" aria-label={label}>
        {total > MAX_SINGLE ? (
          <rect className="plot-track" y={BAR.top} width="100%" height={BAR.height} rx="5" />
        ) : (
          <SingleTickets total={total} ticket={ticket} />
        )}
        <line className="ticket-mark" x1={at} y1={BAR.top - 6} x2={at} y2={BAR.top + BAR.height + 6} />
        <circle className="ticket-dot" cx={at} cy={BAR.top - 8} r="6" />
        <text className="plot-text" y={HEIGHT - 6}>
          0
        </text>
        {share > EDGE && share < 1 - EDGE && (
          <text className="plot-text ticket-number" x={at} y={HEIGHT - 6} textAnchor="middle">
            {format.number(ticket)}
          </text>
        )}
        <text className="plot-text" x="100%" y={HEIGHT - 6} textAnchor="end">
          {format.number(total - 1)}
        </text>
      </svg>
    </figure>
  );
}

function SingleTickets({ total, ticket }: { readonly total: number; readonly ticket: number }) {
  const gap = Math.min(0.4, 10 / total);
  return Array.from({ length: total }, (_, index) => (
    <rect
      key={index}
      className={index === ticket ? 'ticket is-drawn' : 'ticket'}
      x={percent(index / total + gap / 200)}
      y={BAR.top}
      width={percent(1 / total - gap / 100)}
      height={BAR.height}
      rx="3"
    />
  ));
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
