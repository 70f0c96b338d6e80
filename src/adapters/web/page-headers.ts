import type { SiteResponse } from '../ports/site.ts';

/** An own browsing context group, no use by other sites, and no access to devices (HTML standard, COOP; Permissions Policy). */
export const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * The headers of a page as name, value, name, value: a CSP that allows this site only, no inline script or style and no frame
 * around the page (CSP level 3), and an own browsing context group (HTML standard, COOP). Referrers stay within the site: with
 * `no-referrer`, browsers would send `Origin: null` with its forms.
 */
export function pageHeaders({
  connect = [],
  fileName,
}: Pick<SiteResponse, 'connect' | 'fileName'> = {}): string[] {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    'content-security-policy',
    policy.join('; '),
    ...Object.entries(ISOLATION).flat(),
    'referrer-policy',
    'same-origin',
    ...(fileName === undefined ? [] : ['content-disposition', `attachment; filename="${fileName}"`]),
  ];
}

/**
 * What the browser keeps of a page of a session: nothing, or only what its back button needs while its cookies are the same. After a
 * sign-out it clears all that it has stored of the site (Clear Site Data).
 */
export function keepingHeaders({ isKept, clears }: Pick<SiteResponse, 'isKept' | 'clears'>): string[] {
  if (clears) return ['cache-control', 'no-store', 'clear-site-data', '"cache", "storage"'];
  return isKept ? ['cache-control', 'private, no-cache', 'vary', 'cookie'] : ['cache-control', 'no-store'];
}
