import { ACCESS_PAGES } from './areas/access/pages.ts';
import { developersPage } from './pages/developers/developers.tsx';
import { errorsPage } from './pages/developers/errors.tsx';
import { statusPage } from './pages/developers/status.tsx';
import { restPage } from './pages/developers/rest.tsx';
import { feedPage } from './pages/feed/feed.tsx';
import { giveawayPage } from './pages/giveaways/giveaway.tsx';
import { giveawaysPage } from './pages/giveaways/list.tsx';
import { listingPage } from './pages/listing.tsx';
import { legalPage } from './pages/legal.tsx';
import { passportPage } from './pages/passport.tsx';
import { publisherPage } from './pages/publisher.tsx';
import { IMAGES } from './pages/images.ts';
import { manifest, robots } from './pages/for-programs.ts';
import { reportPage } from './pages/report/report.tsx';
import { reportStatusPage } from './pages/report/report-status.tsx';
import { roundImage } from './pages/round/image.tsx';
import { roundPage } from './pages/round/round.tsx';
import type { Page } from './site/page.ts';

/** All pages of the site. The first whose path matches answers. */
export const PAGES: readonly Page[] = [
  feedPage,
  listingPage,
  reportPage,
  reportStatusPage,
  publisherPage,
  giveawaysPage,
  giveawayPage,
  roundPage,
  roundImage,
  passportPage,
  developersPage,
  restPage,
  errorsPage,
  statusPage,
  legalPage,
  ...IMAGES,
  robots,
  manifest,
  ...ACCESS_PAGES,
];
