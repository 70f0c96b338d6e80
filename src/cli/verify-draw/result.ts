import { BIRTH } from '../../verification/contracts/birth.ts';
import { decodeOptions } from '../../verification/abi/options.ts';
import { verdictFacts, type VerdictFacts } from '../../verification/facts.ts';
import { withBasis, type BasedStep } from '../../verification/steps.ts';
import type { Verification } from '../../verification/verify-on-nodes.ts';
import type { Result } from '../command.ts';
import { toTable } from '../print.ts';
import { describeSigners, describeTwins, summariseTwins } from './describe-others.ts';
import { EXIT_CODES } from './exit-codes.ts';

const ADVICE =
  "The giveaway's beacon is not drand's quicknet. If you expect another beacon, name it: with --beacon and a relay that " +
  'you trust, or with --beacon-key, --beacon-genesis and --beacon-period.';
const NOT_BOUND =
  'Its address does not follow from the code that created it, which could have written this history and its outcome.';
const SEARCH = 'The block of the deployment of the hub as --from-block finds its birth.';

/** The result of the command, as a document and as text. `isNamed` says that options name the beacon. */
export function presentVerification(
  verification: Verification,
  { isNamed }: { readonly isNamed: boolean },
): Result {
  const { verdict, site, evidence, block, isFinal, twins, signers } = verification;
  const facts = verdictFacts(verification);
  const steps = withBasis(verification);
  const { creation, draw } = evidence;
  const options = decodeOptions(creation.options);
  return {
    document: {
      verified: verdict === 'verified',
      verdict,
      basis: facts.basis,
      final: isFinal ?? null,
      giveaway: site.giveaway,
      round: site.round,
      chainId: Number(site.chainId),
      hub: site.hub,
      provider: creation.provider,
      externalId: options.externalId,
      beacon: options.beacon,
      passportId: Number(draw.passportId),
      blockNumber: draw.blockNumber,
      transactionHash: draw.transactionHash,
      block,
      twins: twins ?? null,
      signers: signers ?? null,
      steps,
    },
    text: [
      toTable(['', 'step', 'basis', 'found'], steps.map(toRow)),
      ...describeSigners(signers),
      ...(twins ? describeTwins(twins, site.hub) : []),
      toVerdict(facts, isNamed),
    ].join('\n\n'),
    exitCode: EXIT_CODES[verdict],
  };
}

function toRow({ name, found, differs, basis }: BasedStep): string[] {
  return differs === undefined
    ? ['ok', name, basis, found]
    : ['DIFFERS', name, basis, `${found}; found: ${differs}`];
}

function toVerdict(facts: VerdictFacts, isNamed: boolean): string {
  const { verdict, differing, site } = facts;
  const names = differing.join(', ');
  const requested = `Asked for: hub ${site.hub} on chain ${site.chainId}.`;
  switch (verdict) {
    case 'verified':
      return `VERIFIED: ${describeDraw(facts)}`;
    case 'not-bound':
      return `NOT BOUND TO ITS BIRTH: all else holds: ${describeDraw(facts)} ${NOT_BOUND}`;
    case 'undecided': {
      const advice = differing.includes(BIRTH) ? ` ${SEARCH}` : '';
      return `NOT DECIDED: ${names}. Nothing contradicts the draw: try again later, or name other nodes.${advice} ${requested}`;
    }
    case 'not-verified': {
      const isUnnamed = !isNamed && differing.some((name) => /^beacon (?:key|genesis|period)$/.test(name));
      return `NOT VERIFIED: ${names}. ${requested}${isUnnamed ? ` ${ADVICE}` : ''}`;
    }
  }
}

/** Who won, where, and why it is believed. */
function describeDraw(facts: VerdictFacts): string {
  const { site, passportId, drawnIn, basis, block, finality, times, twins } = facts;
  const ofTimes =
    times === undefined
      ? ''
      : times.basis === 'proved'
        ? ' and its times by receipts'
        : ` and its times reported by ${toCount(times.sources, 'source')}`;
  const why =
    basis === 'proved'
      ? `proved in the state of block ${block.number}, whose hash ${block.sources} sources confirm,${ofTimes}`
      : `as reported by ${toCount(block.sources, 'node')}, not proved`;
  const unknown = finality === 'unknown' ? ' It is unknown whether the block is final.' : '';
  return (
    `passport ${passportId} won round ${site.round + 1} (index ${site.round}) of the hub ${site.hub} on chain ${site.chainId}, ` +
    `settled in block ${drawnIn}; ${why.replace(/,$/, '')}.${unknown} ${summariseTwins(twins)}`
  );
}

function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
