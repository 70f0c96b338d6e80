import type { CardFragment } from '../documents/generated.ts';
import { useSite, type SiteContext } from '../site/context.ts';
import { markup, type Html } from '../site/markup.ts';
import { coverClass, coverLabel, isAll } from './cover.tsx';
import { CHECK_ICON } from './icons.tsx';
import { elsewhereMark } from './publishers/proven-domain.tsx';
import { statedInShort } from './listings/stated-facts.tsx';
import { organiserOf, shownName, shownTitle } from './publishers/publisher-name.tsx';
import { timeLeft } from './time.tsx';
import { shorten } from './user-text.tsx';

const TITLE_CHARACTERS = 120;
const DESCRIPTION_CHARACTERS = 160;
const NAME_CHARACTERS = 40;

interface CardProps {
  readonly listing: CardFragment;
  /** Whether the page around it names the publisher. */
  readonly isOnPublisherPage?: boolean;
}

/** A listing in a list. */
export function Card({ listing, isOnPublisherPage = false }: CardProps) {
  const site = useSite();
  const { id, title, description, platform, provider, worth, verified, endDate, picture } = listing;
  const organiser = organiserOf(site, provider);
  const publisher = isOnPublisherPage ? undefined : shownName(listing.publisher?.name);
  const elsewhere = elsewhereMark(site, listing);
  const stated = statedInShort(site, listing.facts);
  const content = markup`
    <div class="${coverClass(id)}" aria-hidden="true">
      ${picture !== null && pictureOf(site, picture)}${!isAll(platform) && labelOf(platform)}
    </div>
    <div class="card-text">
      <h2><a href="${site.link(`/listings/${id}`)}"><bdi>${shorten(shownTitle(site, title), TITLE_CHARACTERS)}</bdi></a></h2>
      <p class="byline"><bdi>${shorten(organiser, NAME_CHARACTERS)}</bdi>${verified && verifiedBadge(site)}</p>
      ${publisher !== undefined && publisher !== organiser && publishedBy(site, publisher)}
      ${elsewhere !== undefined && markup`<p>${elsewhere}</p>`}
      <p class="excerpt"><bdi>${shorten(description, DESCRIPTION_CHARACTERS)}</bdi></p>
      ${stated !== '' && markup`<p class="card-stated"><bdi>${stated}</bdi></p>`}
      <p class="card-facts">
        ${timeLeft(site, endDate)}
        ${hasWorth(worth) && worthOf(site, worth)}
      </p>
    </div>`;
  return <article className="card" dangerouslySetInnerHTML={content} />;
}

/** Whether a worth is known. */
export function hasWorth(worth: string): boolean {
  return worth !== '' && worth !== 'N/A';
}

/** The badge that only the operator awards. */
export function VerifiedBadge() {
  return <span dangerouslySetInnerHTML={verifiedBadge(useSite())} />;
}

function verifiedBadge({ t }: SiteContext): Html {
  return markup`<span class="badge" title="${t.listing.verifiedTitle}">${CHECK_ICON}${t.listing.verified}</span>`;
}

function publishedBy({ t }: SiteContext, name: string): Html {
  return markup`<p class="byline"><span>${t.publisher.by} <bdi>${shorten(name, NAME_CHARACTERS)}</bdi></span></p>`;
}

function pictureOf({ link }: SiteContext, picture: NonNullable<CardFragment['picture']>): Html {
  const { small, medium, width, height } = picture;
  return markup`<img src="${link(small)}" srcset="${link(medium)} 2x" width="${width}" height="${height}" alt="" loading="lazy">`;
}

function labelOf(platform: string): Html {
  return markup`<span>${coverLabel(platform)}</span>`;
}

function worthOf({ t }: SiteContext, worth: string): Html {
  return markup`
    <span class="worth">
      <span class="hidden">${t.listing.worth} </span>
      <bdi>${shorten(worth, NAME_CHARACTERS)}</bdi>
    </span>`;
}
