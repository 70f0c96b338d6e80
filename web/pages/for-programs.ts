import type { Page } from '../site/page.ts';

/** What crawlers may read (RFC 9309), and where the sitemaps are. */
export const robots: Page = {
  path: '/robots.txt',
  get: ({ site }) => ({
    kind: 'file',
    contentType: 'text/plain; charset=utf-8',
    body: [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${site.link(path)}`),
      'Allow: /',
      '',
      `Sitemap: ${site.publicUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  }),
};

// Pages of an account, and interfaces of programs. Crawlers take the longest path that matches.
const CLOSED = ['/access', '/api/', '/graphql', '/listings/*/visit'];

/** How the site is installed as an application (W3C Web Application Manifest). */
export const manifest: Page = {
  path: '/manifest.webmanifest',
  get: ({ site }) => ({
    kind: 'file',
    contentType: 'application/manifest+json; charset=utf-8',
    body: JSON.stringify({
      name: site.t.shell.name,
      description: site.t.shell.tagline,
      lang: site.language,
      start_url: site.link('/'),
      display: 'browser',
      background_color: '#fffefb',
      theme_color: '#0d2b2a',
      icons: [{ src: site.asset('icon'), sizes: 'any', type: 'image/svg+xml' }],
    }),
  }),
};
