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
