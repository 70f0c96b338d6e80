import type { CardFragment } from '../documents/generated.ts';
import { useSite } from '../site/context.ts';
import { markup } from '../site/markup.ts';
import { CHECK_ICON } from './icons.tsx';
import { Cover } from './cover.tsx';
import { TimeLeft } from './time.tsx';
import { ownText } from './user-text.tsx';

const TITLE_CHARACTERS = 120;
const DESCRIPTION_CHARACTERS = 160;
const NAME_CHARACTERS = 40;

/** A listing in a list. */
export function Card({ listing }: { readonly listing: CardFragment }) {
  const { link, t } = useSite();
  const { id, title, description, platform, provider, worth, verified, endDate } = listing;
  return markup`
    <article class="card">
      ${Cover({ seed: id, label: platform })}
      <div class="card-text">
        <h2><a href="${link(`/listings/${id}`)}">${ownText(title, TITLE_CHARACTERS)}</a></h2>
        <p class="byline">${ownText(provider, NAME_CHARACTERS)}${verified && VerifiedBadge()}</p>
        <p class="excerpt">${ownText(description, DESCRIPTION_CHARACTERS)}</p>
        <p class="card-facts">
          ${TimeLeft({ endDate })}
          ${hasWorth(worth) && Worth({ worth, name: t.listing.worth })}
        </p>
      </div>
    </article>`;
}

function Worth({ worth, name }: { readonly worth: string; readonly name: string }) {
  return markup`
    <span class="worth">
      <span class="hidden">${name} </span>
      ${ownText(worth, NAME_CHARACTERS)}
    </span>`;
}

/** Whether a worth is known. */
export function hasWorth(worth: string): boolean {
  return worth !== '' && worth !== 'N/A';
}

/** The badge that only the operator awards. */
export function VerifiedBadge() {
  const { t } = useSite();
  return markup`<span class="badge" title="${t.listing.verifiedTitle}">${CHECK_ICON}${t.listing.verified}</span>`;
}
