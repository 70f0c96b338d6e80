/** Stops the notifications. */
export type Unfollow = () => void;

/** How far the changes of the chain's read model, and the chain's clock, were followed. */
export interface ChangePosition {
  /** The version of the read model. */
  readonly version: number;
  /** The chain's clock, in Unix milliseconds. */
  readonly at: number;
  /** The database's clock, in Unix milliseconds. */
  readonly readAt: number;
}

/** Rounds that have changed. */
export interface RoundChanges {
  /** Ascending. */
  readonly indexes: readonly number[];
  /** All changes up to here were notified of. */
  readonly position: ChangePosition;
  /** Whether changes were left out, since they are too many or not known. */
  readonly isGap: boolean;
}

/**
 * Notifies of changes made by any instance. One poll at a time serves all followers, and none runs without followers. Several
 * changes between two polls give one notification.
 */
export interface LiveUpdates {
  /** Calls `notice` once the operation exists, and whenever its status may have changed. */
  followOperation(id: string, notice: () => void): Unfollow;
  /**
   * Calls `notice` first with the latest round that has opened, and with those that have changed since a position; then with the
   * rounds that events changed, that a reorg changed, or that opened or closed by the chain's clock.
   */
  followRounds(
    giveawayId: string,
    since: ChangePosition | undefined,
    notice: (changes: RoundChanges) => void,
  ): Unfollow;
}
