import { Card } from '../../../parts/card.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { TicketStrip } from '../../../parts/draws/ticket-strip.tsx';
import { TrackRecord } from '../../../parts/draws/track-record.tsx';
import { GiveawayCard } from '../../../parts/giveaway-card.tsx';
import { StatedFacts } from '../../../parts/listings/stated-facts.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { EntriesOverTime, HolderClasses } from '../../../parts/plots.tsx';
import { QrCode } from '../../../parts/qr-code.tsx';
import { Tabs } from '../../../parts/navigation/tabs.tsx';
import { ActiveFilters, FilterBar, NothingMatches, TableFoot } from '../../../parts/tables/filter-bar.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSite } from '../../../site/context.ts';
import { FacetPanel } from '../../feed/facet-panel.tsx';
import { Nothing } from '../../nothing.tsx';
import { CHOICES, FACETS, hoursAfter, RECORD, toCharts, toGiveaways, toListings } from './samples.ts';
import { useTexts } from './texts.ts';

export function Filters() {
  const { t } = useSite();
  const texts = useTexts();
  const tabs = [texts.one, texts.another, texts.third].map((text, index) => ({
    href: '#filters',
    text,
    isChosen: index === 0,
  }));
  return (
    <>
      <Tabs label={texts.choice} isLabelShown tabs={tabs} />
      <FacetPanel facets={FACETS} choices={CHOICES} />
      <Nothing path="/" isNarrowed texts={t.feed} />
    </>
  );
}

export function Cards() {
  const { now } = useSite();
  return (
    <>
      <div className="cards">
        {toListings(now).map((listing) => (
          <Card key={listing.id} listing={listing} />
        ))}
      </div>
      <div className="cards">
        {toGiveaways(now).map((giveaway) => (
          <GiveawayCard key={giveaway.id} giveaway={giveaway} />
        ))}
      </div>
      <dl className="facts">
        <StatedFacts
          facts={{ regions: ['AT', 'DE'], minimumAge: 18, prizes: 25, kind: 'PRIZE', allocation: 'DRAW' }}
        />
      </dl>
      <Pager
        path="/"
        pageInfo={{ hasNextPage: true, hasPreviousPage: true, startCursor: 'a', endCursor: 'b' }}
        isInside
      />
    </>
  );
}

export function Tables() {
  const { now } = useSite();
  const texts = useTexts();
  const filters = [texts.word, texts.state].map((text) => ({ text, without: { q: text } }));
  return (
    <>
      <FilterBar
        path="/developers/components"
        search={{ label: texts.words, value: texts.word, limit: 80 }}
        choices={(['state', 'order'] as const).map((name) => ({
          name,
          label: texts[name],
          chosen: 'other',
          options: [
            [undefined, texts.all],
            ['other', texts.another],
          ],
        }))}
      />
      <ActiveFilters path="/developers/components" filters={filters} />
      <Rows now={now} />
      <TableFoot count={2} files={[['CSV', '#tables']]} />
      <NothingMatches path="/developers/components" filters={filters.slice(0, 1)} hasMore />
    </>
  );
}

function Rows({ now }: { readonly now: Date }) {
  const texts = useTexts();
  return (
    <DataTable
      kind="has-actions"
      label={texts.rows}
      heads={[
        { text: texts.name, href: '#tables', sorted: 'ascending' },
        texts.address,
        { text: texts.time, href: '#tables', sorted: undefined },
        texts.actions,
      ]}
    >
      {[texts.one, texts.another].map((name, index) => (
        <tr key={name}>
          <th scope="row" className="long-value">
            {name}
          </th>
          <td className="long-value" data-label={texts.address}>
            https://example.org/{'long'.repeat(1 + index * 30)}
          </td>
          <td data-label={texts.time}>
            <Time at={hoursAfter(now, -index)} />
          </td>
          <td>
            <span className="row">
              <a href="#tables">{texts.change}</a> <a href="#tables">{texts.remove}</a>
            </span>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

export function Charts() {
  const { now } = useSite();
  const texts = useTexts();
  const charts = toCharts(now);
  return (
    <>
      <EntriesOverTime points={charts.entriesOverTime} />
      <HolderClasses charts={charts} />
      <TicketStrip proof={{ ticket: 7, total: 20 }} winner={3} />
      <TicketStrip proof={{ ticket: 99_000, total: 100_000 }} winner={undefined} />
      <TrackRecord record={RECORD} />
      <QrCode text="https://example.org/" label={texts.qrCode} />
    </>
  );
}
