import { Held } from '../../documents/generated.ts';
import { roundName } from '../../parts/draws/round-name.ts';
import { TicketStrip } from '../../parts/draws/ticket-strip.tsx';
import { titleOf } from '../../parts/giveaway-card.tsx';
import { Hash } from '../../parts/hash.tsx';
import { shownState, stepsDone } from '../../parts/draws/round-state.ts';
import { Time } from '../../parts/time.tsx';
import { shorten, UserText } from '../../parts/user-text.tsx';
import { useSite, type SiteContext } from '../../site/context.ts';
import { NOT_FOUND, type Page } from '../../site/page.ts';
import { RoundFacts } from '../giveaways/round-facts.tsx';
import { RoundSteps } from '../giveaways/timeline.tsx';
import { Delivery } from './delivery.tsx';
import { PlacesOf } from './places.tsx';
import {
  readPlaces,
  readRound,
  summaryOf,
  type ShownGiveaway,
  type ShownPlace,
  type ShownProof,
  type ShownRound,
} from './read-round.ts';
import { RoundDetails } from './technical.tsx';
import { VerifyHere } from './verify-here.tsx';

const TITLE_CHARACTERS = 80;

/** A round: its winner, the delivery of its prize, and its draw step by step. */
export const roundPage: Page = {
  path: '/giveaways/:id/rounds/:n',
  async get(visit) {
    const found = await readRound(visit);
    if (found === undefined) return NOT_FOUND;
    const { site, tryQuery } = visit;
    const { giveaway, round } = found;
    const { winner } = round;
    const isDrawn = giveaway.determinationType === 'ON_CHAIN_RANDOM';
    const held =
      winner === null
        ? undefined
        : await tryQuery(Held, { id: giveaway.id, passportId: winner.passportId }).then(({ data }) => data);
    const places = await readPlaces(visit, giveaway, round);
    const own = held?.giveaway?.entries.nodes.find((entry) => entry.round.index === round.index)?.issued;
    const path = `/giveaways/${giveaway.id}/rounds/${round.index}`;
    return {
      kind: 'view',
      title: roundTitle(site, found),
      description: [
        summaryOf(site, round),
        ...(places.length > 1 ? [site.t.draw.furtherWinners(site.format.number(places.length - 1))] : []),
      ].join(' '),
      image: `${site.publicUrl}${path}/image.png`,
      islands: ['live-giveaway', 'copy-button', ...(isDrawn ? ['draw-check'] : [])],
      // The reader chooses the node; nodes on the own computer have no certificate. The draw may appear on the open page.
      ...(isDrawn && { connect: ['https:', 'http://localhost:*', 'http://127.0.0.1:*'] }),
      body: <RoundView giveaway={giveaway} round={round} places={places} winnersEntries={own} />,
    };
  },
};

function roundTitle(
  site: SiteContext,
  { giveaway, round }: { giveaway: ShownGiveaway; round: ShownRound },
): string {
  return site.t.draw.title(
    roundName(site, giveaway, round.index),
    shorten(titleOf(giveaway), TITLE_CHARACTERS),
  );
}

interface RoundViewProps {
  readonly giveaway: ShownGiveaway;
  readonly round: ShownRound;
  /** All places, when there are several. */
  readonly places: readonly ShownPlace[];
  /** The entries of the winner in the round itself. */
  readonly winnersEntries: number | undefined;
}

function RoundView({ giveaway, round, places, winnersEntries }: RoundViewProps) {
  const site = useSite();
  const { t, link, now, publicUrl } = site;
  const state = shownState(round, giveaway, now);
  const isDrawn = giveaway.determinationType === 'ON_CHAIN_RANDOM';
  const drawn =
    round.drawProof === null
      ? 'none'
      : [
          round.drawProof.blockHash,
          round.drawProof.signature,
          ...places.slice(1).map(({ place }) => place),
        ].join(' ');
  return (
    <article className="listing">
      <header className="stack" data-live="head">
        <p className="eyebrow">
          <a href={link(`/giveaways/${giveaway.id}`)}>
            <UserText limit={120}>{titleOf(giveaway)}</UserText>
          </a>
        </p>
        <h1>
          {roundName(site, giveaway, round.index)}
          {round.title !== null && (
            <>
              {': '}
              <UserText>{round.title}</UserText>
            </>
          )}
        </h1>
        {round.description !== null && (
          <p className="prose">
            <UserText>{round.description}</UserText>
          </p>
        )}
      </header>
      <div className="listing-body">
        <live-giveaway
          className="listing-body"
          giveaway={giveaway.id}
          endpoint={new URL(`${publicUrl}/graphql`).pathname}
          news={t.draw.news}
          stale={t.giveaways.stale}
        >
          <div className="stack" data-live="round">
            <p>
              <span className={`state is-${state.toLowerCase()}`}>{t.giveaways.roundStates[state]}</span>
            </p>
            <RoundSteps done={stepsDone(state, isDrawn)} isDrawn={isDrawn} isVoid={round.state === 'VOID'} />
            <RoundFacts round={round} />
            {places.length === 0 ? (
              <WinnerOf giveaway={giveaway} round={round} winnersEntries={winnersEntries} />
            ) : (
              <PlacesOf giveaway={giveaway} round={round} places={places} />
            )}
          </div>
          {/* A check that the reader has started there survives news of the same draw. */}
          <div className="stack" data-live="draw" data-version={drawn}>
            {round.drawProof !== null && (
              <>
                <HowDrawn round={round} proof={round.drawProof} />
                <VerifyHere giveaway={giveaway} round={round} proof={round.drawProof} />
              </>
            )}
          </div>
          <div data-live="delivery">
            {round.winner !== null && <Delivery round={round} places={places} />}
          </div>
          <div data-live="share" data-version={drawn}>
            <Share giveaway={giveaway} round={round} />
          </div>
          <div data-live="technical">
            <RoundDetails giveaway={giveaway} round={round} places={places} />
          </div>
        </live-giveaway>
      </div>
    </article>
  );
}

function WinnerOf({ giveaway, round, winnersEntries }: Omit<RoundViewProps, 'places'>) {
  const site = useSite();
  const { t, link, format } = site;
  const { winner, drawProof, decidedAt } = round;
  if (winner === null) return <p className="note is-quiet">{summaryOf(site, round)}</p>;
  const number = String(winner.passportId);
  return (
    <section className="panel winner" aria-labelledby="winner">
      <h2 id="winner">{t.draw.winner}</h2>
      <p className="winner-name">
        <a href={link(`/passports/${number}`)}>{t.giveaways.passport(number)}</a>
      </p>
      <dl className="pairs">
        {decidedAt !== null && (
          <>
            <dt>{t.draw.decided}</dt>
            <dd>
              <Time at={decidedAt} />
            </dd>
          </>
        )}
        {drawProof !== null && winnersEntries !== undefined && !giveaway.rollingEntriesCarryOver && (
          <>
            <dt>{t.draw.chance}</dt>
            <dd>
              {t.draw.chanceOf(
                format.number(winnersEntries),
                format.number(drawProof.total),
                format.percent(winnersEntries / drawProof.total),
              )}
            </dd>
          </>
        )}
      </dl>
      {drawProof === null && <p className="quiet">{t.draw.declared}</p>}
    </section>
  );
}

/** The draw in one picture and a few sentences; its numbers are among the technical details. */
function HowDrawn({
  round: { winner },
  proof,
}: Pick<RoundViewProps, 'round'> & { readonly proof: ShownProof }) {
  const { t, format } = useSite();
  const total = `${format.number(proof.total)} ${format.plural(proof.total, t.giveaways.entries)}`;
  return (
    <section className="stack" aria-labelledby="how-drawn">
      <h2 id="how-drawn">{t.draw.howDrawn}</h2>
      <p className="prose">{t.draw.howDrawnText(total)}</p>
      <TicketStrip proof={proof} winner={winner?.passportId} />
      <p>
        <a href="#steps">{t.draw.steps}</a>
      </p>
    </section>
  );
}

function Share({ giveaway, round }: Pick<RoundViewProps, 'giveaway' | 'round'>) {
  const { t, link, publicUrl } = useSite();
  const path = `/giveaways/${giveaway.id}/rounds/${round.index}`;
  return (
    <section className="stack" aria-labelledby="share">
      <h2 id="share">{t.draw.share}</h2>
      <p className="share">
        <Hash id="address">{`${publicUrl}${path}`}</Hash>
        <copy-button for="address" label={t.draw.copy} done={t.draw.copied} />
      </p>
      {round.drawProof !== null && (
        <p>
          <a href={link(`${path}/proof.json`)}>{t.draw.file}</a>
        </p>
      )}
    </section>
  );
}
