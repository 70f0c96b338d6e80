import type { DeliveryFindings, DeliveryResults } from '../../../../core/prizes/read-delivery-check.ts';
import type { ChainColumn, ChainReads } from '../../../ports/chain-reads.ts';

const COLUMNS = {
  verification: 'delivery.verdict',
  verificationReason: 'delivery.reason',
  verifiedAt: 'delivery.checkedAt',
  transferredAmount: 'delivery.amount',
  transferredTokenId: 'delivery.tokenId',
  transferredFrom: 'delivery.from',
  transferredAt: 'delivery.transferredAt',
  sender: 'delivery.sender',
  byProvider: 'delivery.byProvider',
} as const satisfies Readonly<Record<keyof DeliveryFindings, ChainColumn>>;
const NEWEST = { size: 100, backward: true, after: undefined, before: undefined };

/** The results of checks in the read model. */
export function createDeliveryResults(reads: Pick<ChainReads, 'read'>): DeliveryResults {
  return {
    async find({ giveawayId, round, place, revision, transactionHash }) {
      const rows = await reads.read(
        'deliveriesOfPlace',
        [[giveawayId, round, place]],
        ['delivery.transactionHash', 'delivery.revision', ...Object.values(COLUMNS)],
        NEWEST,
      );
      const own = rows.find(([, hash, number]) => hash === transactionHash && Number(number) === revision);
      if (own === undefined) return undefined;
      const facts = Object.keys(COLUMNS).map((name, index) => [name, own[index + 3] ?? null] as const);
      return Object.fromEntries(facts) as DeliveryFindings;
    },
  };
}
