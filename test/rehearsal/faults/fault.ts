import type { World } from '../world.ts';

/** What one row of a rehearsal does to the parts. */
export interface Fault {
  /** By which --only selects it. */
  readonly name: string;
  /** What happens, for the report. */
  readonly what: string;
  /**
   * When recovery begins to count: with the fault if another part takes over, or with the part's return if it is the only one.
   */
  readonly counted: 'from the fault' | 'from the return';
  /** The alert that it must raise: it then lasts until that fires. */
  readonly alert?: string;
  /** Why this machine cannot show it; undefined when it can. */
  missing?(world: World): string | undefined;
  /** Begins it; returns what ends it. */
  begin(world: World): Promise<() => Promise<void>>;
}
