/** Ends what was followed. */
export type Unfollow = () => void;

/**
 * Tells of changes, whichever instance made them. One look for all who follow, again and again; none while nobody
 * follows. What happens between two looks is told once.
 */
export interface LiveUpdates {
  /** Calls `notice` as soon as the operation is known, and each time its status may have changed. */
  followOperation(id: string, notice: () => void): Unfollow;
  /**
   * Calls `notice` with indexes of rounds, ascending: first with the latest that has opened, then with each in which
   * something happened or was undone, and with each that opened or closed by the chain's clock.
   */
  followRounds(giveawayId: string, notice: (indexes: readonly number[]) => void): Unfollow;
}
