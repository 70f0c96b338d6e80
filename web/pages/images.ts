import { Giveaway, Listing, Publisher } from '../documents/generated.ts';
import { hasWorth } from '../parts/card.tsx';
import { nameOfProvider, titleOf } from '../parts/giveaway-card.tsx';
import { organiserOf, shownName, shownTitle } from '../parts/publishers/publisher-name.tsx';
import { sharedImage } from '../parts/shared-image/shared-image.tsx';
import { NOT_FOUND, type Page } from '../site/page.ts';

/** The image of a shared link to a page that has no other one. */
const siteImage: Page = {
  path: '/image.png',
  get: ({ site }) =>
    sharedImage(site, {
      title: site.t.shell.tagline,
      otherwise: site.t.shell.tagline,
      details: [new URL(site.publicUrl).host],
    }),
};

/** The image of a shared link to a listing without a picture. */
const listingImage: Page = {
  path: '/listings/:id/image.png',
  async get({ site, parts, query: ask }) {
    const { listing } = await ask(Listing, { id: parts['id'] ?? '' });
    if (listing === null) return NOT_FOUND;
    const { t, format } = site;
    const { title, provider, worth, endDate } = listing;
    return sharedImage(site, {
      title: shownTitle(site, title),
      otherwise: t.listing.untitled,
      details: [
        organiserOf(site, provider),
        hasWorth(worth) ? `${t.listing.worth}: ${worth}` : undefined,
        endDate === null ? undefined : `${t.listing.ends}: ${format.date(endDate)}`,
      ],
    });
  },
};

const giveawayImage: Page = {
  path: '/giveaways/:id/image.png',
  async get({ site, parts, query: ask }) {
    const { giveaway } = await ask(Giveaway, { id: parts['id'] ?? '', last: 1 });
    if (giveaway === null) return NOT_FOUND;
    const { t } = site;
    return sharedImage(site, {
      title: titleOf(giveaway),
      otherwise: t.giveaways.title,
      details: [`${t.giveaways.by} ${nameOfProvider(giveaway, t)}`],
    });
  },
};

const publisherImage: Page = {
  path: '/publishers/:id/image.png',
  async get({ site, parts, query: ask }) {
    const { publisher } = await ask(Publisher, { id: parts['id'] ?? '', first: 1 });
    if (publisher === null) return NOT_FOUND;
    const { t } = site;
    return sharedImage(site, {
      title: shownName(publisher.name) ?? t.publisher.title,
      otherwise: t.publisher.title,
      details: [t.listing.publisherKinds[publisher.kind], publisher.domain?.name],
    });
  },
};

/** The images of shared links, of which rounds have their own. */
export const IMAGES: readonly Page[] = [siteImage, listingImage, giveawayImage, publisherImage];
