import type { GiveawayQuery } from '../../documents/generated.ts';
import { roundName } from '../../parts/draws/round-name.ts';
import { shownState, stepsDone } from '../../parts/draws/round-state.ts';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { RoundFacts } from './round-facts.tsx';

type ShownGiveaway = NonNullable<GiveawayQuery['giveaway']>;
type ShownRound = ShownGiveaway['rounds']['nodes'][number];

interface TimelineProps {
  readonly giveaway: ShownGiveaway;
  /** Whether earlier rounds than the latest are shown. */
  readonly isInside: boolean;
}

/** The rounds of a giveaway, latest first, each with the steps that it has completed. */
export function Timeline({ giveaway, isInside }: TimelineProps) {
  const { t, link } = useSite();
  const { nodes, pageInfo } = giveaway.rounds;
  const path = `/giveaways/${giveaway.id}`;
  return (
    <section className="stack" aria-labelledby="rounds">
      <h2 id="rounds">{t.giveaways.rounds}</h2>
      <ol className="rounds" reversed start={(nodes.at(-1)?.index ?? 0) + 1}>
        {nodes.toReversed().map((round) => (
          <RoundItem key={round.id} giveaway={giveaway} round={round} />
        ))}
      </ol>
      {(isInside || pageInfo.hasPreviousPage) && (
        <nav className="pager" aria-label={t.giveaways.rounds}>
          {isInside && (
            <a className="button is-quiet" href={link(path)}>
              {t.giveaways.latestRounds}
            </a>
          )}
          {pageInfo.hasPreviousPage && pageInfo.startCursor !== null && (
            <a className="button is-quiet" rel="next" href={link(path, { before: pageInfo.startCursor })}>
              {t.giveaways.earlierRounds}
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

function RoundItem({ giveaway, round }: { readonly giveaway: ShownGiveaway; readonly round: ShownRound }) {
  const site = useSite();
  const { t, link, now, format } = site;
  const state = shownState(round, giveaway, now);
  const isDrawn = giveaway.determinationType === 'ON_CHAIN_RANDOM';
  const { index, title, winner, placesDecided } = round;
  return (
    <li className="panel round">
      <div className="round-head">
        <h3>
          <a href={link(`/giveaways/${giveaway.id}/rounds/${index}`)}>{roundName(site, giveaway, index)}</a>
          {title !== null && (
            <>
              {' · '}
              <UserText limit={100}>{title}</UserText>
            </>
          )}
        </h3>
        <span className={`state is-${state.toLowerCase()}`}>{t.giveaways.roundStates[state]}</span>
      </div>
      <RoundSteps done={stepsDone(state, isDrawn)} isDrawn={isDrawn} isVoid={round.state === 'VOID'} />
      <RoundFacts round={round} />
      {winner !== null && (
        <p>
          {t.giveaways.winnerIs}{' '}
          <a href={link(`/passports/${winner.passportId}`)}>
            {t.giveaways.passport(String(winner.passportId))}
          </a>{' '}
          {placesDecided > 1 && `${t.giveaways.morePlaces(format.number(placesDecided - 1))} `}·{' '}
          <a href={link(`/giveaways/${giveaway.id}/rounds/${index}`)}>
            {isDrawn ? t.giveaways.toDraw : t.giveaways.toRound}
          </a>
        </p>
      )}
    </li>
  );
}

interface RoundStepsProps {
  readonly done: number;
  readonly isDrawn: boolean;
  readonly isVoid: boolean;
}

/** The steps of a round: open, closed, beacon, drawn, delivered. */
export function RoundSteps({ done, isDrawn, isVoid }: RoundStepsProps) {
  const { t } = useSite();
  const { open, closed, beacon, drawn, declared, delivered } = t.giveaways.steps;
  const names = isVoid
    ? [open, closed]
    : isDrawn
      ? [open, closed, beacon, drawn, delivered]
      : [open, closed, declared, delivered];
  return (
    <ol className="steps-line">
      {names.map((name, index) => {
        const state = index < done ? 'done' : index === done ? 'now' : 'later';
        const word = { done: t.giveaways.stepDone, now: t.giveaways.stepNow, later: t.giveaways.stepLater }[
          state
        ];
        return (
          <li key={name} className={`is-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
            {name}
            <span className="hidden"> ({word})</span>
          </li>
        );
      })}
    </ol>
  );
}
