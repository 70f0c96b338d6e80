import { EndingSoon, Facets, Feed, type FacetsQuery, type FeedQuery } from '../../documents/generated.ts';
import { Card } from '../../parts/card.tsx';
import { Tabs } from '../../parts/navigation/tabs.tsx';
import { Nothing } from '../nothing.tsx';
import { feedLinks } from '../../site/feed-links.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { useSite } from '../../site/context.ts';
import type { Page, Visit } from '../../site/page.ts';
import { toItemList } from '../../site/structured-data.ts';
import {
  FEED_PARAMETERS,
  FOLLOW_PATH,
  isNarrowed,
  readChoices,
  toFeedParameters,
  toFilter,
  toFollowParameters,
  toPage,
  toParameters,
  type Choices,
} from './choices.ts';
import { FacetPanel } from './facet-panel.tsx';
import { FrontSections, type Front } from './front.tsx';
import { findDraw } from './shown-draw.ts';
import { typedLimit } from '../../parts/forms/typed-limit.ts';

const SOON_CARDS = 4;
const SOON_MS = 30 * 86_400_000;

/** The public feed. */
export const feedPage: Page = {
  path: '/',
  parameters: FEED_PARAMETERS,
  async get(visit) {
    const { site, parameters, query: ask, tryQuery } = visit;
    const choices = readChoices(parameters);
    const filter = toFilter(choices, site.now);
    const isFront = !isNarrowed(choices) && choices.order === 'RECENTLY_UPDATED';
    const [{ feed }, counted, front] = await Promise.all([
      ask(Feed, {
        filter,
        ...(choices.order !== 'RELEVANCE' && { orderBy: choices.order }),
        ...toPage(choices),
      }),
      tryQuery(Facets, { filter }),
      isFront ? readFront(visit) : undefined,
    ]);
    const { t } = site;
    return {
      kind: 'view',
      title: t.feed.title,
      description: isFront ? t.shell.tagline : t.feed.description,
      isListed: choices.after === undefined && choices.before === undefined,
      structured: toItemList(feed.edges.map(({ node }) => `${site.publicUrl}/listings/${node.id}`)),
      feeds: feedLinks(site, toFeedParameters(choices)),
      styles: [],
      body: <FeedView feed={feed} facets={counted.data?.feedFacets} choices={choices} front={front} />,
    };
  },
};

async function readFront({ site, query: ask, tryQuery }: Visit): Promise<Front> {
  const [{ feed }, draw] = await Promise.all([
    ask(EndingSoon, { first: SOON_CARDS }),
    findDraw({ site, tryQuery }),
  ]);
  const isSoon = (end: string | null) => end !== null && Date.parse(end) - site.now.getTime() < SOON_MS;
  return { endingSoon: feed.edges.filter(({ node }) => isSoon(node.endDate)), draw };
}

interface FeedViewProps {
  readonly feed: FeedQuery['feed'];
  readonly facets: FacetsQuery['feedFacets'] | undefined;
  readonly choices: Choices;
  /** Undefined when the reader has chosen something. */
  readonly front: Front | undefined;
}

function FeedView({ feed, facets, choices, front }: FeedViewProps) {
  const { t, link } = useSite();
  const { edges, generatedAt } = feed;
  return (
    <div className="feed">
      <div className="feed-head">
        <h1>{front ? t.front.title : t.feed.title}</h1>
        <SearchForm choices={choices} />
      </div>
      {front && <FrontSections {...front} />}
      <FacetPanel facets={facets} choices={choices} />
      <section className="results" aria-labelledby="results">
        <div className="results-head">
          <h2 id="results">
            {front && `${t.front.new} · `}
            <ResultCount facets={facets} choices={choices} />
          </h2>
          <OrderLinks choices={choices} />
        </div>
        {edges.length === 0 && !feed.pageInfo.hasNextPage && (
          <Nothing path="/" isNarrowed={isNarrowed(choices)} texts={t.feed} />
        )}
        {edges.length === 0 && feed.pageInfo.hasNextPage && <p className="note">{t.feed.sparse}</p>}
        <div className="cards">
          {edges.map(({ node }) => (
            <Card key={node.id} listing={node} />
          ))}
        </div>
        <Pager
          pageInfo={feed.pageInfo}
          path="/"
          parameters={toParameters(choices)}
          isInside={choices.after !== undefined || choices.before !== undefined}
        />
        <p className="quiet">
          {t.feed.asOf} <Time at={generatedAt} /> ·{' '}
          <a href={link(FOLLOW_PATH, toFollowParameters(choices))} rel="nofollow">
            {t.followed.followThis}
          </a>
        </p>
      </section>
    </div>
  );
}

function SearchForm({ choices }: { readonly choices: Choices }) {
  const { t, link, language } = useSite();
  const { q: _q, ...others } = toParameters(choices);
  const isLanguageChosen = link('/').includes('lang=');
  return (
    <form className="search" role="search" action={link('/').split('?')[0]} method="get">
      <label className="hidden" htmlFor="search">
        {t.feed.search}
      </label>
      <input
        id="search"
        type="search"
        name="q"
        maxLength={typedLimit(200)}
        defaultValue={choices.search}
        placeholder={t.feed.searchPlaceholder}
      />
      {Object.entries(others).flatMap(([name, value]) =>
        (typeof value === 'string' ? [value] : (value ?? [])).map((each) => (
          <input key={`${name} ${each}`} type="hidden" name={name} value={each} />
        )),
      )}
      {isLanguageChosen && <input type="hidden" name="lang" value={language} />}
      <button className="button">{t.feed.submit}</button>
    </form>
  );
}

function ResultCount({ facets, choices }: Pick<FeedViewProps, 'facets' | 'choices'>) {
  const { t, format } = useSite();
  if (facets === undefined) return t.feed.results.other;
  const count = facets.verified + (choices.isVerifiedOnly ? 0 : facets.unverified);
  const number = format.number(count);
  return `${facets.isExact ? number : t.feed.atLeast(number)} ${format.plural(count, t.feed.results)}`;
}

function OrderLinks({ choices }: { readonly choices: Choices }) {
  const { t, link } = useSite();
  const orders = ['RELEVANCE', 'RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
  const tabs = orders.slice(choices.search === undefined ? 1 : 0).map((order) => ({
    href: link('/', toParameters({ ...choices, order })),
    text: t.feed.orders[order],
    isChosen: order === choices.order,
  }));
  return <Tabs label={t.feed.order} tabs={tabs} />;
}
