import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lazy } from '../../runtime/lazy.ts';
import type { Site, SiteOptions } from '../ports/site.ts';

type SiteFacts = Omit<SiteOptions, 'assets'>;

/** The site, which is loaded when it is first needed. */
export interface LazySite {
  /** What its pages are made from besides its assets and the data. */
  readonly facts: SiteFacts;
  /** The site, once it is loaded. */
  current(): Site | undefined;
  /** Loads the site once. Rejects with an Error when it is not built. */
  load(): Promise<Site>;
  /** The paths of its islands and style sheets by name. */
  assets(): Promise<Readonly<Record<string, string>>>;
  /** The folder of its assets, with a slash at the end. */
  folder(): Promise<string>;
}

interface SiteModule {
  createSite(options: SiteOptions): Site;
}

// From dist/src/adapters/web, and from the sources.
const FOLDERS = ['../../../web/', '../../../dist/web/'].map((path) => new URL(path, import.meta.url));

export function createLazySite(facts: SiteFacts): LazySite {
  let site: Site | undefined;
  const folder = lazy(findFolder);
  const assets = lazy(
    async () =>
      JSON.parse(await readFile(new URL('assets.json', await folder()), 'utf8')) as SiteOptions['assets'],
  );
  const load = lazy(async () => {
    const { createSite } = (await import(new URL('server.js', await folder()).href)) as SiteModule;
    return (site = createSite({ ...facts, assets: await assets() }));
  });
  return {
    facts,
    current: () => site,
    load,
    assets,
    folder: async () => fileURLToPath(await folder()),
  };
}

async function findFolder(): Promise<URL> {
  for (const folder of FOLDERS) {
    if (await exists(new URL('server.js', folder))) return folder;
  }
  throw new Error('The site is not built: run `npm run build`.');
}

async function exists(file: URL): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
