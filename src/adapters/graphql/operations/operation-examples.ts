import { DETERMINATIONS } from '../../../core/giveaways/create-giveaway.ts';
import { OPERATION_EXAMPLE, REQUEST_EXAMPLES } from '../../../core/provider-api/request-examples.ts';
import { input, type CallExamples } from '../examples/example.ts';

const { drawn } = REQUEST_EXAMPLES['create-giveaway'];
const done = 'operation { id status }';

/** Example calls of the root fields of operations. */
export const OPERATION_EXAMPLES: CallExamples = {
  query: {
    operation: [
      { id: OPERATION_EXAMPLE },
      'status transactionHash confirmations error { code reason message }',
    ],
  },
  mutation: {
    createGiveaway: input(
      { ...drawn, determinationType: DETERMINATIONS[drawn.determinationType] },
      `giveaway { id } ${done}`,
    ),
    issueEntries: input(REQUEST_EXAMPLES['issue-entries'].change, `entry { entries } ${done}`),
    removeEntries: input(REQUEST_EXAMPLES['remove-entries'].change, `entry { entries } ${done}`),
    declareWinner: input(REQUEST_EXAMPLES['declare-winner'].latest, `round { winner { wallet } } ${done}`),
    drawWinner: input(
      REQUEST_EXAMPLES['draw-winner'].latest,
      `round { winner { passportId wallet } } ${done}`,
    ),
    confirmReceiptByProvider: input(REQUEST_EXAMPLES['confirm-receipt-by-provider'].latest, done),
    setRoundMetadata: input(REQUEST_EXAMPLES['set-round-metadata'].texts, `round { metadataUri } ${done}`),
    setRoundImage: input(REQUEST_EXAMPLES['set-round-image'].image, `round { imageUri } ${done}`),
    recordPrizeDelivery: input(
      REQUEST_EXAMPLES['record-prize-delivery'].delivery,
      `round { delivery { verification } } ${done}`,
    ),
    provisionEntrant: input(
      REQUEST_EXAMPLES['provision-entrant'].direct_entrant_wallet,
      `passport { passportId } entry { entries } ${done}`,
    ),
  },
  subscription: {
    operationUpdated: [{ id: OPERATION_EXAMPLE }, 'status transactionHash error { code message }'],
  },
};
