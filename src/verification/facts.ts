import { hasEnough } from './state/sources.ts';
import type { Signers } from './twins/signers.ts';
import type { Twins } from './twins/twins.ts';
import type { DrawVerdict } from './verdict.ts';
import type { Verification } from './verify-on-nodes.ts';

/** What a verdict says: the same facts for the command line and for a browser, each with words of its own. */
export interface VerdictFacts extends Pick<Verification, 'site' | 'block'> {
  readonly verdict: DrawVerdict;
  /** The names of the steps that differ or are open. */
  readonly differing: readonly string[];
  readonly passportId: bigint;
  /** The block of the draw. */
  readonly drawnIn: number;
  /** Whether the draw is proved in the state of the block, or reported by so many sources. */
  readonly basis: 'proved' | 'reported';
  /** Why the times are believed, with the sources of the blocks of their receipts; undefined without receipts. */
  readonly times?: { readonly basis: 'proved' | 'reported'; readonly sources: number };
  readonly finality: 'final' | 'provisional' | 'unknown';
  /** Undefined when nobody searched. */
  readonly twins?: Twins;
  /** Undefined when the node does not tell. */
  readonly signers?: Signers;
}

/** The facts of a verification. */
export function verdictFacts(verification: Verification): VerdictFacts {
  const { verdict, steps, site, block, evidence, isProved, timeSources, isFinal } = verification;
  const { twins, signers } = verification;
  return {
    verdict,
    differing: steps.flatMap(({ name, differs }) => (differs === undefined ? [] : [name])),
    site,
    block,
    passportId: evidence.draw.passportId,
    drawnIn: evidence.draw.blockNumber,
    basis: isProved ? 'proved' : 'reported',
    ...(timeSources !== undefined && {
      times: { basis: hasEnough(timeSources) ? 'proved' : 'reported', sources: timeSources },
    }),
    finality: isFinal === undefined ? 'unknown' : isFinal ? 'final' : 'provisional',
    ...(twins && { twins }),
    ...(signers && { signers }),
  };
}
