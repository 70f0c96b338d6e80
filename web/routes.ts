import { feedPage } from './pages/feed/feed.tsx';
import { listingPage } from './pages/listing.tsx';
import type { Page } from './site/page.ts';

/** All pages of the site. The first whose path matches answers. */
export const PAGES: readonly Page[] = [feedPage, listingPage];
