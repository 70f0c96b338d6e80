import {
  Giveaway,
  RoundCharts,
  TrackRecord as TrackRecordOf,
  type GiveawayQuery,
  type RoundChartsQuery,
  type TrackRecordQuery,
} from '../../documents/generated.ts';
import { ChainFacts } from '../../parts/chain-facts.tsx';
import { Cover } from '../../parts/cover.tsx';
import { GiveawayTime, nameOfProvider, titleOf } from '../../parts/giveaway-card.tsx';
import { EntriesOverTime, HolderClasses } from '../../parts/plots.tsx';
import { TechnicalDetails } from '../../parts/technical.tsx';
import { TrackRecord } from '../../parts/draws/track-record.tsx';
import { shorten, UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { NOT_FOUND, type Page } from '../../site/page.ts';
import { toEvent } from '../../site/structured-data.ts';
import { valueOf } from '../../site/query.ts';
import { RulesInWords } from './rules.tsx';
import { Timeline } from './timeline.tsx';
import { lookUp, WasIn, type Lookup } from './was-in.tsx';
import { WriteDown } from './write-down.tsx';

const ROUNDS = 10;
const TITLE_CHARACTERS = 80;
const DESCRIPTION_CHARACTERS = 200;

/** A giveaway of the chain: its rules, rounds and entries. */
export const giveawayPage: Page = {
  path: '/giveaways/:id',
  parameters: ['who', 'before'],
  async get({ parts, parameters, site, query: ask, tryQuery }) {
    const id = parts['id'] ?? '';
    const before = valueOf(parameters, 'before');
    const { giveaway } = await ask(Giveaway, { id, last: ROUNDS, before });
    if (giveaway === null) return NOT_FOUND;
    const shown = giveaway.currentRound?.index ?? giveaway.rounds.nodes.at(-1)?.index ?? 0;
    const [charts, record, lookup] = await Promise.all([
      tryQuery(RoundCharts, { round: `rnd_${id.slice(4)}_${shown}` }),
      tryQuery(TrackRecordOf, { provider: giveaway.providerKey }),
      lookUp({ tryQuery }, id, valueOf(parameters, 'who')),
    ]);
    const title = titleOf(giveaway);
    return {
      kind: 'view',
      title: shorten(title, TITLE_CHARACTERS),
      description: shorten(giveaway.description ?? site.t.giveaways.description, DESCRIPTION_CHARACTERS),
      isListed: before === undefined && lookup === undefined,
      structured: toEvent({
        address: site.canonical(),
        name: title,
        description: giveaway.description ?? title,
        organizer: giveaway.providerName ?? undefined,
        startsAt: giveaway.startTime,
        endsAt: giveaway.endTime,
      }),
      image: `${site.publicUrl}/giveaways/${giveaway.id}/image.png`,
      islands: ['live-giveaway', 'copy-button'],
      body: (
        <GiveawayView
          giveaway={giveaway}
          charts={charts.data?.roundCharts ?? undefined}
          chartRound={shown}
          record={record.data?.trackRecord ?? undefined}
          lookup={lookup}
          isInside={before !== undefined}
        />
      ),
    };
  },
};

interface GiveawayViewProps {
  readonly giveaway: NonNullable<GiveawayQuery['giveaway']>;
  readonly charts: NonNullable<RoundChartsQuery['roundCharts']> | undefined;
  readonly chartRound: number;
  readonly record: NonNullable<TrackRecordQuery['trackRecord']> | undefined;
  readonly lookup: Lookup | undefined;
  readonly isInside: boolean;
}

function GiveawayView({ giveaway, charts, chartRound, record, lookup, isInside }: GiveawayViewProps) {
  const { t, link, publicUrl } = useSite();
  const { id, description, state, providerKey } = giveaway;
  return (
    <article className="listing">
      <header className="listing-head">
        <Cover seed={id} />
        <div data-live="head">
          <h1>
            <UserText>{titleOf(giveaway)}</UserText>
          </h1>
          <p className="byline">
            <span>
              {t.giveaways.by}{' '}
              <a href={link('/giveaways', { provider: providerKey })} title={t.giveaways.moreOfProvider}>
                <UserText>{nameOfProvider(giveaway, t)}</UserText>
              </a>
            </span>
            <span className={`state is-${state.toLowerCase()}`}>{t.giveaways.states[state]}</span>
          </p>
          <p>
            <GiveawayTime giveaway={giveaway} />
          </p>
        </div>
      </header>
      <div className="listing-body">
        {description !== null && (
          <section>
            <h2>{t.giveaways.about}</h2>
            <p className="prose">
              <UserText>{description}</UserText>
            </p>
          </section>
        )}
        <RulesInWords giveaway={giveaway} />
        <TrackRecord record={record} />
        <WriteDown giveaway={giveaway} />
        <WasIn id={id} rounds={giveaway.rounds.nodes} lookup={lookup} />
        <live-giveaway
          giveaway={id}
          endpoint={new URL(`${publicUrl}/graphql`).pathname}
          stale={t.giveaways.stale}
        >
          <div className="stack" data-live="giveaway">
            <Timeline giveaway={giveaway} isInside={isInside} />
            <section className="stack" aria-labelledby="charts">
              <h2 id="charts">{t.giveaways.charts}</h2>
              <p className="quiet">{t.giveaways.chartsOf(t.giveaways.round(chartRound))}</p>
              <EntriesOverTime points={charts?.entriesOverTime ?? []} />
              {charts !== undefined && <HolderClasses charts={charts} />}
            </section>
          </div>
        </live-giveaway>
        <TechnicalDetails>
          <ChainFacts giveaway={giveaway} />
        </TechnicalDetails>
      </div>
    </article>
  );
}
