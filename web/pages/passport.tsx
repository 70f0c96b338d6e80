import { Passport, type PassportQuery } from '../documents/generated.ts';
import { titleOf } from '../parts/giveaway-card.tsx';
import { ExploredHash } from '../parts/hash.tsx';
import { Time } from '../parts/time.tsx';
import { UserText } from '../parts/user-text.tsx';
import { useSite } from '../site/context.ts';
import { NOT_FOUND, type Page } from '../site/page.ts';
import { valueOf } from '../site/query.ts';

const PAGE_SIZE = 25;
const NUMBER = /^[1-9]\d{0,14}$/;

/** A passport: its owner, its entries and its wins. */
export const passportPage: Page = {
  path: '/passports/:id',
  parameters: ['after'],
  async get({ parts, parameters, site, query: ask }) {
    const number = parts['id'] ?? '';
    if (!NUMBER.test(number)) return NOT_FOUND;
    const after = valueOf(parameters, 'after');
    const { passport } = await ask(Passport, { passportId: Number(number), first: PAGE_SIZE, after });
    if (passport === null) return NOT_FOUND;
    return {
      kind: 'view',
      title: site.t.passport.title(number),
      description: site.t.passport.description,
      isListed: after === undefined,
      body: <PassportView passport={passport} />,
    };
  },
};

type ShownPassport = NonNullable<PassportQuery['passport']>;

function PassportView({ passport }: { readonly passport: ShownPassport }) {
  const { t } = useSite();
  return (
    <article className="listing">
      <header>
        <h1>{t.passport.title(String(passport.passportId))}</h1>
      </header>
      <div className="listing-body">
        <Entries passport={passport} />
        <Wins passport={passport} />
        <History passport={passport} />
      </div>
      <PassportFacts passport={passport} />
    </article>
  );
}

function PassportFacts({ passport }: { readonly passport: ShownPassport }) {
  const { t, format } = useSite();
  const { owner, mintedAt, maxTransfers, transfersUsed } = passport;
  const left =
    maxTransfers === null ? t.passport.unlimited : format.number(Math.max(0, maxTransfers - transfersUsed));
  return (
    <aside className="facts" aria-label={t.passport.title(String(passport.passportId))}>
      <dl>
        <dt>{t.passport.owner}</dt>
        <dd>
          <ExploredHash explored="address">{owner}</ExploredHash>
        </dd>
        <dt>{t.passport.transfersLeft}</dt>
        <dd>
          {left} ({t.passport.used(format.number(transfersUsed))})
        </dd>
        <dt>{t.passport.minted}</dt>
        <dd>
          <Time at={mintedAt} />
        </dd>
      </dl>
    </aside>
  );
}

function Entries({ passport }: { readonly passport: ShownPassport }) {
  const { t, link } = useSite();
  const { nodes, pageInfo } = passport.entries;
  return (
    <section className="stack" aria-labelledby="entries">
      <h2 id="entries">{t.passport.entries}</h2>
      {nodes.length === 0 ? (
        <p className="quiet">{t.passport.noEntries}</p>
      ) : (
        <ul className="rows">
          {nodes.map((entry) => (
            <EntriesInRound
              key={`${entry.round.giveaway.id} ${entry.round.index}`}
              {...{ passport, entry }}
            />
          ))}
        </ul>
      )}
      {pageInfo.hasNextPage && pageInfo.endCursor !== null && (
        <nav className="pager" aria-label={t.passport.entries}>
          <a
            className="button is-quiet"
            rel="next"
            href={link(`/passports/${passport.passportId}`, { after: pageInfo.endCursor })}
          >
            {t.passport.more}
          </a>
        </nav>
      )}
    </section>
  );
}

type ShownEntry = ShownPassport['entries']['nodes'][number];
type ShownRound = ShownEntry['round'];

interface EntriesInRoundProps {
  readonly passport: ShownPassport;
  readonly entry: ShownEntry;
}

function EntriesInRound({ passport, entry: { entries, issued, changedAt, round } }: EntriesInRoundProps) {
  const { t, link, format } = useSite();
  const { giveaway, index } = round;
  const result = resultOf(round, passport);
  return (
    <li>
      <div>
        <a href={link(`/giveaways/${giveaway.id}`)}>
          <UserText limit={60}>{titleOf(giveaway)}</UserText>
        </a>
        {' · '}
        <a href={link(`/giveaways/${giveaway.id}/rounds/${index}`)}>{t.giveaways.round(index)}</a>
        <p className="quiet">
          {format.number(issued)} {format.plural(issued, t.giveaways.entries)}
          {entries !== issued && ` (${t.giveaways.left(format.number(entries))})`} · {t.passport.changed}{' '}
          <Time at={changedAt} />
        </p>
      </div>
      {result !== undefined && (
        <span className={`state is-${result.toLowerCase()}`}>{t.passport.results[result]}</span>
      )}
    </li>
  );
}

/** Undefined when a round with several places is not among the wins that the page has, which are not all. */
function resultOf({ id, state, winner, placesDecided }: ShownRound, { passportId, wins }: ShownPassport) {
  if (winner !== null) {
    if (winner.passportId === passportId || wins.nodes.some((won) => won.id === id)) return 'won';
    return placesDecided > 1 && wins.pageInfo.hasNextPage ? undefined : 'lost';
  }
  if (state === 'VOID') return state;
  return state === 'OPEN' ? 'open' : 'undecided';
}

function Wins({ passport }: { readonly passport: ShownPassport }) {
  const { t, link, format } = useSite();
  const { nodes } = passport.wins;
  return (
    <section className="stack" aria-labelledby="wins">
      <h2 id="wins">{t.passport.wins}</h2>
      {nodes.length === 0 && <p className="quiet">{t.passport.noWins}</p>}
      {nodes.length > 0 && (
        <ul className="rows">
          {nodes.map(({ index, decidedAt, placesDecided, placeOf, giveaway }) => (
            <li key={`${giveaway.id} ${index}`}>
              <div>
                <a href={link(`/giveaways/${giveaway.id}/rounds/${index}`)}>
                  <UserText limit={80}>{titleOf(giveaway)}</UserText>
                  {' · '}
                  {t.giveaways.round(index)}
                </a>
                {placeOf !== null && placesDecided > 1 && (
                  <>
                    {' · '}
                    {t.draw.place(format.number(placeOf.place + 1))}
                    {placeOf.isAlternate && ` (${format.plural(1, t.giveaways.alternates)})`}
                  </>
                )}
                {decidedAt !== null && (
                  <p className="quiet">
                    <Time at={decidedAt} />
                  </p>
                )}
              </div>
              {placeOf !== null &&
                (placeOf.delivery === null ? (
                  <span className="state">{t.passport.notDelivered}</span>
                ) : (
                  <span className="state is-delivered">
                    {t.passport.delivered} <Time at={placeOf.delivery.deliveredAt} />
                  </span>
                ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function History({ passport }: { readonly passport: ShownPassport }) {
  const { t } = useSite();
  const { nodes } = passport.transfers;
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t.passport.history}</h2>
      {nodes.length === 0 ? (
        <p className="quiet">{t.passport.noTransfers}</p>
      ) : (
        <ul className="rows">
          {nodes.toReversed().map(({ id, from, to, transferredAt }) => (
            <li key={id}>
              <Time at={transferredAt} />
              <dl className="pairs">
                <dt>{t.passport.from}</dt>
                <dd>
                  <ExploredHash explored="address">{from}</ExploredHash>
                </dd>
                <dt>{t.passport.to}</dt>
                <dd>
                  <ExploredHash explored="address">{to}</ExploredHash>
                </dd>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
