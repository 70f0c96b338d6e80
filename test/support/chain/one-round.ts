import type { GiveawayCallOptions } from '../../../src/core/chain/chain-call.ts';

/** What a giveaway is on the chain without further options: one round without an end, a declared winner and no texts. */
export const ONE_ROUND: Omit<GiveawayCallOptions, 'externalId' | 'startTime'> = {
  endTime: 0,
  determination: 'PROVIDER_DECLARED',
  requiresHandshake: false,
  providerPaysReceiptGas: false,
  entriesCarryOver: false,
  everyDays: 0,
  activeDays: 0,
  beacon: null,
  beaconMargin: 0,
  metadataHash: null,
  metadataUri: '',
};
