import type { ChainColumn, ChainReads } from '../chain/chain-reads.ts';
import { toGiveawayId } from '../giveaways/giveaway-id.ts';
import type { ProviderResult } from '../operations/operation-answer.ts';
import type { Operation } from '../operations/operation.ts';

/** The names of a check in interface B. */
const FIELDS = {
  verification: 'delivery.verdict',
  verificationReason: 'delivery.reason',
  verifiedAt: 'delivery.checkedAt',
  transferredAmount: 'delivery.amount',
  transferredTokenId: 'delivery.tokenId',
  transferredFrom: 'delivery.from',
  transferredAt: 'delivery.transferredAt',
  sender: 'delivery.sender',
  byProvider: 'delivery.byProvider',
} as const satisfies Readonly<Record<string, ChainColumn>>;
const MAX_REVISIONS = 100;

/** What the check of a recorded delivery has found so far; nothing for other operations, and until the read model has it. */
export async function readDeliveryCheck(
  { chainReads }: { chainReads: ChainReads },
  { call, result, transactionHash }: Operation,
): Promise<ProviderResult> {
  if (call.kind !== 'record-prize-delivery' || result === null) return {};
  const rows = await chainReads.read(
    'deliveriesOfPlace',
    [[toGiveawayId(call.giveaway), call.round, call.place ?? 0]],
    ['delivery.transactionHash', 'delivery.revision', ...Object.values(FIELDS)],
    { size: MAX_REVISIONS, backward: true, after: undefined, before: undefined },
  );
  const own = rows.find(
    ([, hash, revision]) => hash === transactionHash && Number(revision) === result['revision'],
  );
  if (own === undefined) return {};
  const facts = Object.keys(FIELDS).map((name, index) => [name, own[index + 3] ?? null] as const);
  return { ...Object.fromEntries(facts), verification: own[3] ?? 'PENDING' };
}
