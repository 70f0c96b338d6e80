import type { VerificationStep } from '../../core/draws/verify-draw.ts';

/** The number of sources that must confirm the hash of a block whose state proves a draw. */
export const LEAST_SOURCES = 2;

/** Whether so many sources are enough to prove by a block's hash. */
export function hasEnough(sources = 0): boolean {
  return sources >= LEAST_SOURCES;
}

/** The step that says how many sources confirm the hash of a block. */
export function sourcesStep(hash: string, sources: number): VerificationStep {
  const found = `${hash}, from ${sources} sources`;
  return hasEnough(sources)
    ? { name: 'block hash', found }
    : {
        name: 'block hash',
        found: `${hash}, from ${LEAST_SOURCES} sources`,
        differs: `${sources} confirm it`,
      };
}

const OWN_NAME = /^(?:localhost|.+\.localhost)$/;
const OWN_IP = /^(?:127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/;
const IP = /^(?:\[.*\]|[\d.]+)$/;
const DOMAIN_LABELS = 2;

/**
 * The source that the node at an address belongs to, as far as its text tells: names of the own machine are one, and so are all
 * names below one domain. A program that can look names up compares their addresses instead.
 */
export function sourceOfUrl(url: string): string {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (OWN_NAME.test(host) || OWN_IP.test(host)) return 'this machine';
  return IP.test(host) ? host : host.split('.').slice(-DOMAIN_LABELS).join('.');
}
