import { ZeroHash } from 'ethers';

/** The hub's struct of a new giveaway with one round, whose winner a beacon decides, without texts. */
export function drawnGiveaway(options: {
  readonly externalId: string;
  /** Seconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly beacon: string;
}) {
  return {
    determination: 1,
    requiresHandshake: false,
    providerPaysReceiptGas: false,
    entriesCarryOver: false,
    everyDays: 0,
    activeDays: 0,
    beaconMargin: 60,
    metadataHash: ZeroHash,
    metadataUri: '',
    ...options,
  };
}
