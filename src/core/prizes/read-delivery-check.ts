import { toGiveawayId } from '../giveaways/giveaway-id.ts';
import type { ProviderResult } from '../operations/operation-response.ts';
import type { Operation } from '../operations/operation.ts';

/** A recorded delivery of the prize of a place. */
export interface DeliveryRecord {
  readonly giveawayId: string;
  readonly round: number;
  readonly place: number;
  readonly revision: unknown;
  readonly transactionHash: string | null;
}

/** What the check of a delivery has found so far, by the names of interface B; null for what it has not. */
export type DeliveryFindings = Readonly<
  Record<
    | 'verification'
    | 'verificationReason'
    | 'verifiedAt'
    | 'transferredAmount'
    | 'transferredTokenId'
    | 'transferredFrom'
    | 'transferredAt'
    | 'sender'
    | 'byProvider',
    string | number | boolean | null
  >
>;

/** The checks of recorded deliveries in the read model. */
export interface DeliveryResults {
  /** Undefined until the read model has the delivery, and when it is not among the newest 100 of its place. */
  find(delivery: DeliveryRecord): Promise<DeliveryFindings | undefined>;
}

/** What the check of a recorded delivery has found so far; nothing for other operations, and until the read model has it. */
export async function readDeliveryCheck(
  { deliveryResults }: { deliveryResults: DeliveryResults },
  { call, result, transactionHash }: Operation,
): Promise<ProviderResult> {
  if (call.kind !== 'record-prize-delivery' || result === null) return {};
  const found = await deliveryResults.find({
    giveawayId: toGiveawayId(call.giveaway),
    round: call.round,
    place: call.place ?? 0,
    revision: result['revision'],
    transactionHash,
  });
  return found ? { ...found, verification: found.verification ?? 'PENDING' } : {};
}
