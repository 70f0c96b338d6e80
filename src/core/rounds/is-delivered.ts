/** The prizes of a round. */
export interface RoundPrizes {
  /** The winners of each round of the giveaway. */
  readonly winners: number;
  /** Whether they are drawn; else the provider declares them. */
  readonly isDrawn: boolean;
  /** The places that have a winner, and those whose prize was delivered. */
  readonly decided: number;
  readonly delivered: number;
  /** Whether more places are to be drawn. */
  readonly isDrawing: boolean;
}

/**
 * Whether as many prizes of a round are delivered as it has winners, or as its draw found passports, as the contracts count them
 * (`Prizes._countDelivery`).
 */
export function isDelivered({ winners, isDrawn, decided, delivered, isDrawing }: RoundPrizes): boolean {
  if (decided === 0 || isDrawing) return false;
  return delivered >= (isDrawn ? Math.min(winners, decided) : winners);
}
