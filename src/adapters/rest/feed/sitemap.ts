import type { SitemapEntry } from '../../../core/feed/sitemap.ts';
import { escapeXml } from './xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** An index of sitemaps by their addresses (sitemaps.org, protocol 0.9). */
export function toSitemapIndex(addresses: readonly string[]): string {
  return toXml(
    'sitemapindex',
    addresses.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>`),
  );
}

/** A sitemap with the pages of listings, and the time of their last change. */
export function toSitemap(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return toXml(
    'urlset',
    entries.map(
      ({ id, updatedAt }) =>
        `<url><loc>${escapeXml(`${publicUrl}/listings/${id}`)}</loc><lastmod>${updatedAt}</lastmod></url>`,
    ),
  );
}

function toXml(root: string, elements: readonly string[]): string {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>', `<${root} xmlns="${NAMESPACE}">`, ...elements];
  return [...lines, `</${root}>`].join('\n');
}
