/** Stops the notifications. */
export type Unfollow = () => void;

/**
 * Notifies of changes made by any instance. One poll at a time serves all followers, and none runs without followers. Several
 * changes between two polls give one notification.
 */
export interface LiveUpdates {
  /** Calls `notice` once the operation exists, and whenever its status may have changed. */
  followOperation(id: string, notice: () => void): Unfollow;
  /**
   * Calls `notice` with ascending indexes of rounds: first with the latest that has opened, then with the rounds that events
   * changed, that a reorg changed, or that opened or closed by the chain's clock.
   */
  followRounds(giveawayId: string, notice: (indexes: readonly number[]) => void): Unfollow;
}
