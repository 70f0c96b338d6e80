import { decodeOptions } from '../../verification/abi/options.ts';
import type { Twins } from '../../verification/twins.ts';
import type { BasedStep } from '../../verification/steps.ts';
import type { Verification } from '../../verification/verify-on-nodes.ts';
import type { Result } from '../command.ts';
import { toTable } from '../print.ts';

const ADVICE =
  "The giveaway's beacon is not drand's quicknet. If you expect another beacon, name it: with --beacon and a relay that " +
  'you trust, or with --beacon-key, --beacon-genesis and --beacon-period.';
const SHOWN_TWINS = 10;

/** The result of the command, as a document and as text. `isNamed` says that options name the beacon. */
export function presentVerification(
  verification: Verification,
  { isNamed }: { readonly isNamed: boolean },
): Result {
  const { verified, steps, site, evidence, isProved, block, isFinal, twins } = verification;
  const { creation, draw } = evidence;
  const options = decodeOptions(creation.options);
  return {
    document: {
      verified,
      basis: isProved ? 'proved' : 'reported',
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
      twins: twins?.twins ?? null,
      steps,
    },
    text: [
      toTable(['', 'step', 'basis', 'found'], steps.map(toRow)),
      ...(twins ? [describeTwins(twins)] : []),
      toVerdict(verification, isNamed),
    ].join('\n\n'),
    failed: !verified,
  };
}

function toRow({ name, found, differs, basis }: BasedStep): string[] {
  return differs === undefined
    ? ['ok', name, basis, found]
    : ['DIFFERS', name, basis, `${found}; found: ${differs}`];
}

function toVerdict(
  { verified, steps, site, evidence, isProved, block, isFinal }: Verification,
  isNamed: boolean,
): string {
  const differing = steps.flatMap(({ name, differs }) => (differs === undefined ? [] : [name]));
  if (!verified) {
    const isUnnamed = !isNamed && differing.some((name) => /^beacon (?:key|genesis|period)$/.test(name));
    return `NOT VERIFIED: ${differing.join(', ')}.${isUnnamed ? ` ${ADVICE}` : ''}`;
  }
  const { draw } = evidence;
  const basis = isProved
    ? `proved in the state of block ${block.number}, whose hash ${block.sources} sources confirm`
    : `as reported by ${block.sources === 1 ? '1 node' : `${block.sources} nodes`}, not proved`;
  const finality =
    isFinal === true
      ? ''
      : isFinal === false
        ? ' The block is not final yet.'
        : ' It is unknown whether the block is final.';
  return `VERIFIED: passport ${draw.passportId} won round ${site.round + 1} (index ${site.round}), settled in block ${draw.blockNumber}; ${basis}.${finality}`;
}

function describeTwins({ compared, twins }: Twins): string {
  if (twins.length === 0)
    return `No twin among ${compared} other giveaways of the provider: none is decided by the same beacon round.`;
  const lines = twins
    .slice(0, SHOWN_TWINS)
    .map(
      ({ giveaway, externalId, round, sharedEntrants }) =>
        `  ${giveaway} ${JSON.stringify(externalId)}, round ${round}: ${sharedEntrants ?? 'an unknown number of'} shared entrants`,
    );
  const rest = twins.length > SHOWN_TWINS ? [`  and ${twins.length - SHOWN_TWINS} more`] : [];
  return [
    `Twins: the same beacon round decides ${twins.length} of ${compared} other giveaways of the provider. Ask which one was announced.`,
    ...lines,
    ...rest,
  ].join('\n');
}
