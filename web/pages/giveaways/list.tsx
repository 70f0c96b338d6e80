import {
  Giveaways,
  TrackRecord as TrackRecordOf,
  type GiveawayFilter,
  type GiveawaysQuery,
  type GiveawayState,
  type TrackRecordQuery,
} from '../../documents/generated.ts';
import { GiveawayCard, nameOfProvider } from '../../parts/giveaway-card.tsx';
import { TrackRecord } from '../../parts/draws/track-record.tsx';
import { Tabs } from '../../parts/navigation/tabs.tsx';
import { Nothing } from '../nothing.tsx';
import { useSite } from '../../site/context.ts';
import { roundLinks } from '../../site/feed-links.ts';
import type { Page } from '../../site/page.ts';
import { choiceOf, valueOf, WrongParameter, type Parameters, type Query } from '../../site/query.ts';
import { typedLimit } from '../../parts/forms/typed-limit.ts';

const PAGE_SIZE = 24;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const STATES: readonly GiveawayState[] = ['RUNNING', 'SCHEDULED', 'ENDED'];
const ENDINGS = { day: DAY_MS, week: 7 * DAY_MS } as const;
const PROVIDER_KEY = /^0x[0-9a-f]{64}$/;

interface Choices {
  readonly state: GiveawayState | undefined;
  readonly search: string | undefined;
  readonly ends: keyof typeof ENDINGS | undefined;
  readonly provider: string | undefined;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** All giveaways on the chain, by state, words and end. */
export const giveawaysPage: Page = {
  path: '/giveaways',
  parameters: ['state', 'q', 'ends', 'provider', 'after', 'before'],
  async get({ site, parameters, query: ask, tryQuery }) {
    const choices = readChoices(parameters);
    const { giveaways } = await ask(Giveaways, {
      filter: toFilter(choices, site.now),
      providerKey: choices.provider,
      ...(choices.before === undefined
        ? { first: PAGE_SIZE, after: choices.after }
        : { last: PAGE_SIZE, before: choices.before }),
    });
    const { provider } = choices;
    const record =
      provider === undefined ? undefined : (await tryQuery(TrackRecordOf, { provider })).data?.trackRecord;
    return {
      kind: 'view',
      title: site.t.giveaways.title,
      description: site.t.giveaways.description,
      isListed: choices.after === undefined && choices.before === undefined,
      feeds: roundLinks(site, provider),
      body: <GiveawaysView giveaways={giveaways} choices={choices} record={record ?? undefined} />,
    };
  },
};

/** What an address chooses. Throws WrongParameter for a value that the page does not know. */
function readChoices(parameters: Query): Choices {
  return {
    state: choiceOf(parameters, 'state', STATES, (state) => state.toLowerCase()),
    search: valueOf(parameters, 'q'),
    ends: choiceOf(parameters, 'ends', ['day', 'week']),
    provider: readProvider(parameters),
    after: valueOf(parameters, 'after'),
    before: valueOf(parameters, 'before'),
  };
}

function readProvider(parameters: Query): string | undefined {
  const provider = valueOf(parameters, 'provider')?.toLowerCase();
  if (provider !== undefined && !PROVIDER_KEY.test(provider))
    throw new WrongParameter('provider', 'must be the key of a provider: 0x and 64 hexadecimal digits.');
  return provider;
}

function toParameters({ state, search, ends, provider }: Choices, page: Parameters = {}): Parameters {
  return { state: state?.toLowerCase(), q: search, ends, provider, ...page };
}

function toFilter({ state, search, ends }: Choices, now: Date): GiveawayFilter {
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return {
    state,
    search,
    ...(ends !== undefined && {
      endsAfter: new Date(minute).toISOString(),
      endsBefore: new Date(minute + ENDINGS[ends]).toISOString(),
    }),
  };
}

interface GiveawaysViewProps {
  readonly giveaways: GiveawaysQuery['giveaways'];
  readonly choices: Choices;
  readonly record: NonNullable<TrackRecordQuery['trackRecord']> | undefined;
}

function GiveawaysView({ giveaways, choices, record }: GiveawaysViewProps) {
  const { t } = useSite();
  return (
    <div className="stack">
      <div className="feed-head">
        <h1>{t.giveaways.title}</h1>
        <p className="lead">{t.giveaways.description}</p>
        <SearchForm choices={choices} />
      </div>
      <div className="results-head">
        <StateLinks choices={choices} />
        <EndLinks choices={choices} />
      </div>
      <ProviderChip giveaways={giveaways} choices={choices} />
      <TrackRecord record={record} />
      {giveaways.nodes.length === 0 && (
        <Nothing
          path="/giveaways"
          isNarrowed={Object.values(choices).some((choice) => choice !== undefined)}
          texts={t.giveaways}
        />
      )}
      <div className="cards">
        {giveaways.nodes.map((giveaway) => (
          <GiveawayCard key={giveaway.id} giveaway={giveaway} />
        ))}
      </div>
      <Pager giveaways={giveaways} choices={choices} />
    </div>
  );
}

function SearchForm({ choices }: Pick<GiveawaysViewProps, 'choices'>) {
  const { t, link, language } = useSite();
  const { q: _q, ...others } = toParameters(choices);
  const [action, search = ''] = link('/giveaways').split('?', 2);
  return (
    <form className="search" role="search" action={action} method="get">
      <label className="hidden" htmlFor="search">
        {t.giveaways.search}
      </label>
      <input
        id="search"
        type="search"
        name="q"
        maxLength={typedLimit(200)}
        defaultValue={choices.search}
        placeholder={t.giveaways.searchPlaceholder}
      />
      {Object.entries(others).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={String(value)} />,
      )}
      {search !== '' && <input type="hidden" name="lang" value={language} />}
      <button className="button">{t.giveaways.submit}</button>
    </form>
  );
}

function StateLinks({ choices }: Pick<GiveawaysViewProps, 'choices'>) {
  const { t, link } = useSite();
  const tabs = [undefined, ...STATES].map((state) => ({
    href: link('/giveaways', toParameters({ ...choices, state })),
    text: state === undefined ? t.giveaways.all : t.giveaways.states[state],
    isChosen: state === choices.state,
  }));
  return <Tabs label={t.giveaways.state} tabs={tabs} />;
}

function EndLinks({ choices }: Pick<GiveawaysViewProps, 'choices'>) {
  const { t, link } = useSite();
  const names = { any: t.giveaways.anyTime, day: t.giveaways.withinDay, week: t.giveaways.withinWeek };
  const tabs = ([undefined, 'day', 'week'] as const).map((ends) => ({
    href: link('/giveaways', toParameters({ ...choices, ends })),
    text: names[ends ?? 'any'],
    isChosen: ends === choices.ends,
  }));
  return <Tabs label={t.giveaways.ending} isLabelShown tabs={tabs} />;
}

function ProviderChip({ giveaways, choices }: Omit<GiveawaysViewProps, 'record'>) {
  const { t, link } = useSite();
  if (choices.provider === undefined) return null;
  const [first] = giveaways.nodes;
  return (
    <ul className="chips">
      <li>
        <a
          className="chip"
          href={link('/giveaways', toParameters({ ...choices, provider: undefined }))}
          title={t.giveaways.removeProvider}
        >
          <bdi>
            {t.giveaways.ofProvider(first ? nameOfProvider(first, t) : choices.provider.slice(0, 10))}
          </bdi>{' '}
          <span aria-hidden="true">×</span>
          <span className="hidden">{t.giveaways.removeProvider}</span>
        </a>
      </li>
    </ul>
  );
}

function Pager({ giveaways: { pageInfo }, choices }: Omit<GiveawaysViewProps, 'record'>) {
  const { t, link } = useSite();
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  const isInside = choices.after !== undefined || choices.before !== undefined;
  if (!hasNextPage && !isInside) return null;
  const previous = hasPreviousPage && startCursor !== null ? { before: startCursor } : {};
  return (
    <nav className="pager" aria-label={t.giveaways.pages}>
      {isInside && (
        <a className="button is-quiet" rel="prev" href={link('/giveaways', toParameters(choices, previous))}>
          {'before' in previous ? t.giveaways.previous : t.giveaways.first}
        </a>
      )}
      {hasNextPage && endCursor !== null && (
        <a
          className="button"
          rel="next"
          href={link('/giveaways', toParameters(choices, { after: endCursor }))}
        >
          {t.giveaways.next}
        </a>
      )}
    </nav>
  );
}
