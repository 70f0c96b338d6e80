import type { RoundChartsQuery } from '../documents/generated.ts';
import { DataTable } from './data-table.tsx';
import { useSite } from '../site/context.ts';

type Charts = NonNullable<RoundChartsQuery['roundCharts']>;

const WIDTH = 640;
const HEIGHT = 152;
const TOP = 16;
const BOTTOM = 2;

/** The entries of a round over time, as steps: they change at the points only. */
export function EntriesOverTime({ points }: { readonly points: Charts['entriesOverTime'] }) {
  const { t, format } = useSite();
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return <p className="quiet">{t.giveaways.overTimeNone}</p>;
  const start = Date.parse(first.at);
  const span = Math.max(1, Date.parse(last.at) - start);
  const highest = Math.max(1, ...points.map(({ entries }) => entries));
  const x = (at: string) => ((Date.parse(at) - start) / span) * WIDTH;
  const y = (entries: number) => TOP + (1 - entries / highest) * (HEIGHT - TOP - BOTTOM);
  const base = HEIGHT - BOTTOM;
  const line = points.map(({ at, entries }, index) =>
    index === 0 ? `M${px(x(at))} ${px(base)}V${px(y(entries))}` : `H${px(x(at))}V${px(y(entries))}`,
  );
  const path = `${line.join('')}H${WIDTH}`;
  const named = format.date(first.at) === format.date(last.at) ? format.time : format.date;
  return (
    <figure className="plot">
      <figcaption>{t.giveaways.overTime}</figcaption>
      <svg height={HEIGHT} role="img" aria-label={t.giveaways.overTime}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%">
          <path className="plot-area" d={`${path}V${base}Z`} />
          <path className="plot-line" vectorEffect="non-scaling-stroke" d={path} />
        </svg>
        <line className="plot-axis" y1={base} x2="100%" y2={base} />
        <text className="plot-text" y={TOP - 4}>
          {format.number(highest)}
        </text>
      </svg>
      <p className="plot-ends">
        <span>{named(first.at)}</span>
        {named(last.at) !== named(first.at) && <span>{named(last.at)}</span>}
      </p>
      <details>
        <summary>{t.giveaways.table}</summary>
        <DataTable label={t.giveaways.table} heads={[t.giveaways.at, t.giveaways.charts]}>
          {points.map(({ at, entries }) => (
            <tr key={at}>
              <td data-label={t.giveaways.at}>{format.time(at)}</td>
              <td data-label={t.giveaways.charts}>{format.number(entries)}</td>
            </tr>
          ))}
        </DataTable>
      </details>
    </figure>
  );
}

/** The passports of a round by their number of entries, with the share of all entries that each class holds. */
export function HolderClasses({ charts: { holderClasses, isSampled } }: { readonly charts: Charts }) {
  const { t, format } = useSite();
  const total = holderClasses.reduce((sum, { entries }) => sum + entries, 0);
  if (total === 0) return null;
  return (
    <figure className="plot">
      <figcaption>{t.giveaways.byHolder}</figcaption>
      <DataTable
        kind="bars"
        label={t.giveaways.byHolder}
        heads={[t.giveaways.classEntries, t.giveaways.classHolders, t.giveaways.classShare]}
      >
        {holderClasses.map(({ from, to, holders, entries }) => (
          <tr key={from}>
            <th scope="row" data-label={t.giveaways.classEntries}>
              {t.giveaways.classOf(format.number(from), format.number(to))}
            </th>
            <td data-label={t.giveaways.classHolders}>{format.number(holders)}</td>
            <td data-label={t.giveaways.classShare}>
              <svg className="bar-plot" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className="plot-track" width="100" height="10" rx="2" />
                <rect className="plot-bar" width={px((entries / total) * 100)} height="10" rx="2" />
              </svg>{' '}
              {format.percent(entries / total)}
            </td>
          </tr>
        ))}
      </DataTable>
      <p className="quiet">
        {t.giveaways.byHolderHint} {isSampled && t.giveaways.sampled}
      </p>
    </figure>
  );
}

/** A coordinate with one digit after the point. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
