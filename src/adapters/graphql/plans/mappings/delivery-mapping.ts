import type { ListOrder } from '../reads/level-reader.ts';
import { computed, number, plain, textOrNull, type TypeMapping } from './type-mapping.ts';

/** Deliveries of a round's prize, by revision. */
export const DELIVERY_ORDER: ListOrder = {
  name: 'DELIVERIES',
  kind: 'number',
  key: 'delivery.revision',
  id: () => () => '',
};

export const deliveryMapping: TypeMapping = {
  name: 'PrizeDelivery',
  values: {
    revision: number('delivery.revision'),
    signer: plain('delivery.signer'),
    assetContract: plain('delivery.assetContract'),
    recipient: plain('delivery.recipient'),
    // The contract accepts any 64-bit number; real chain ids fit into a JSON number.
    proofChainId: computed(['delivery.proofChainId'], (id) =>
      Number.isSafeInteger(Number(id)) ? Number(id) : null,
    ),
    proofTxHash: plain('delivery.proofTransactionHash'),
    proofURI: textOrNull('delivery.proofUri'),
    deliveredAt: plain('delivery.recordedAt'),
    transactionHash: plain('delivery.transactionHash'),
    verification: computed(['delivery.verdict'], (verdict) => verdict ?? 'PENDING'),
    verifiedAt: plain('delivery.checkedAt'),
    verificationReason: plain('delivery.reason'),
    amount: plain('delivery.amount'),
    tokenId: plain('delivery.tokenId'),
    transferredFrom: plain('delivery.from'),
    sender: plain('delivery.sender'),
    byProvider: plain('delivery.byProvider'),
    transferredAt: plain('delivery.transferredAt'),
  },
  objects: {},
  lists: {},
  ones: {},
};
