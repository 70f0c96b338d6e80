import type { z } from 'zod';
import type { ProviderScope } from '../access/callers.ts';
import { drawWinner } from '../draws/draw-winner.ts';
import { issueEntries } from '../entries/issue-entries.ts';
import { removeEntries } from '../entries/remove-entries.ts';
import { createGiveaway } from '../giveaways/create-giveaway.ts';
import { confirmReceiptByProvider } from '../prizes/confirm-receipt-by-provider.ts';
import { recordPrizeDelivery } from '../prizes/record-prize-delivery.ts';
import { provisionEntrant } from '../provisioning/provision-entrant.ts';
import { declareWinner } from '../rounds/declare-winner.ts';
import { setRoundImage } from '../rounds/set-round-image.ts';
import { setRoundMetadata } from '../rounds/set-round-metadata.ts';
import type { ProviderOperation } from '../operations/provider-operation.ts';

const OPERATIONS = [
  createGiveaway,
  issueEntries,
  removeEntries,
  declareWinner,
  drawWinner,
  confirmReceiptByProvider,
  setRoundMetadata,
  setRoundImage,
  recordPrizeDelivery,
  provisionEntrant,
];

/** The ports that the operations of providers need besides those of `perform`. */
export type OperationPorts = AllNeedsOf<(typeof OPERATIONS)[number]>;

type NeedsOf<Operation> = Operation extends { prepare(ports: infer Needs, work: never): unknown }
  ? Needs
  : never;
/** The intersection of what the members of a union of operations need. */
type AllNeedsOf<Operation> = (
  Operation extends unknown ? (ports: NeedsOf<Operation>) => void : never
) extends (ports: infer Needs) => void
  ? Needs
  : never;

/** All operations that providers can request (interface 4.2). */
export const PROVIDER_OPERATIONS: readonly ProviderOperation<z.ZodType, ProviderScope, OperationPorts>[] =
  OPERATIONS;
