/** The entry of the site's bundle, which the server loads. */
import type { Site, SiteOptions } from '../src/adapters/ports/site.ts';
import { componentsPage } from './pages/developers/components/components.tsx';
import { createSiteOf } from './site/site.tsx';
import { PAGES } from './routes.ts';

export function createSite(options: SiteOptions): Site {
  return createSiteOf(options.isForDevelopment ? [...PAGES, componentsPage] : PAGES, options);
}
