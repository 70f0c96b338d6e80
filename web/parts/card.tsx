import type { CardFragment } from '../documents/generated.ts';
import { useSite } from '../site/context.ts';
import { CheckIcon } from './icons.tsx';
import { Cover } from './cover.tsx';
import { TimeLeft } from './time.tsx';
import { UserText } from './user-text.tsx';

const TITLE_CHARACTERS = 120;
const DESCRIPTION_CHARACTERS = 160;
const NAME_CHARACTERS = 40;

/** A listing in a list. */
export function Card({ listing }: { readonly listing: CardFragment }) {
  const { link, t } = useSite();
  const { id, title, description, platform, provider, worth, verified, endDate } = listing;
  return (
    <article className="card">
      <Cover seed={id} label={platform} />
      <div className="card-text">
        <h2>
          <a href={link(`/listings/${id}`)}>
            <UserText limit={TITLE_CHARACTERS}>{title}</UserText>
          </a>
        </h2>
        <p className="byline">
          <UserText limit={NAME_CHARACTERS}>{provider}</UserText>
          {verified && <VerifiedBadge />}
        </p>
        <p className="excerpt">
          <UserText limit={DESCRIPTION_CHARACTERS}>{description}</UserText>
        </p>
        <p className="card-facts">
          <TimeLeft endDate={endDate} />
          {hasWorth(worth) && (
            <span className="worth">
              <span className="hidden">{t.listing.worth} </span>
              <UserText limit={NAME_CHARACTERS}>{worth}</UserText>
            </span>
          )}
        </p>
      </div>
    </article>
  );
}

/** Whether a worth is known. */
export function hasWorth(worth: string): boolean {
  return worth !== '' && worth !== 'N/A';
}

/** The badge that only the operator awards. */
export function VerifiedBadge() {
  const { t } = useSite();
  return (
    <span className="badge" title={t.listing.verifiedTitle}>
      <CheckIcon />
      {t.listing.verified}
    </span>
  );
}
