import type { GiveawayCardFragment } from '../documents/generated.ts';
import { useSite } from '../site/context.ts';
import type { Texts } from '../texts/en.ts';
import { Cover } from './cover.tsx';
import { TimeLeft } from './time.tsx';
import { UserText } from './user-text.tsx';

const TITLE_CHARACTERS = 120;
const DESCRIPTION_CHARACTERS = 160;
const NAME_CHARACTERS = 40;

/** A giveaway of the chain in a list. */
export function GiveawayCard({ giveaway }: { readonly giveaway: GiveawayCardFragment }) {
  const { t, link, format } = useSite();
  const { id, description, state, currentRound } = giveaway;
  return (
    <article className="card">
      <Cover seed={id} label={t.giveaways.states[state]} />
      <div className="card-text">
        <h2>
          <a href={link(`/giveaways/${id}`)}>
            <UserText limit={TITLE_CHARACTERS}>{titleOf(giveaway)}</UserText>
          </a>
        </h2>
        <p className="byline">
          <span>
            {t.giveaways.by} <UserText limit={NAME_CHARACTERS}>{nameOfProvider(giveaway, t)}</UserText>
          </span>
        </p>
        {description !== null && (
          <p className="excerpt">
            <UserText limit={DESCRIPTION_CHARACTERS}>{description}</UserText>
          </p>
        )}
        <p className="card-facts">
          <GiveawayTime giveaway={giveaway} />
          {currentRound !== null && (
            <span className="worth">
              {format.number(currentRound.entriesCounted)}{' '}
              {format.plural(currentRound.entriesCounted, t.giveaways.entries)}
            </span>
          )}
        </p>
      </div>
    </article>
  );
}

/** When the giveaway starts, its open round closes, or it ended. */
export function GiveawayTime({ giveaway }: { readonly giveaway: GiveawayCardFragment }) {
  const { t, format, now } = useSite();
  const { state, startTime, endTime, currentRound } = giveaway;
  if (state === 'SCHEDULED') {
    return (
      <time className="time-left" dateTime={startTime} title={format.time(startTime)}>
        {t.giveaways.starts} {format.relative(startTime, now)}
      </time>
    );
  }
  if (state === 'RUNNING')
    return <TimeLeft endDate={currentRound === null ? endTime : currentRound.closesAt} />;
  return (
    <span className="time-left is-over">
      {t.giveaways.endedOn} {endTime !== null && <time dateTime={endTime}>{format.date(endTime)}</time>}
    </span>
  );
}

/** The title of a giveaway, or the provider's identifier when the service does not know its texts. */
export function titleOf({ title, giveawayId }: Pick<GiveawayCardFragment, 'title' | 'giveawayId'>): string {
  return title ?? giveawayId;
}

/** The provider's name, or the beginning of its key when the service does not know the provider. */
export function nameOfProvider(
  { providerName, providerKey }: Pick<GiveawayCardFragment, 'providerName' | 'providerKey'>,
  t: Texts,
): string {
  return providerName ?? `${t.giveaways.unknownProvider} ${providerKey.slice(0, 10)}`;
}
