import type { PageRequest } from '../values/paging.ts';

/** A range of rounds, both ends included; empty when `from` is greater than `to`. */
export interface RoundWindow {
  readonly from: number;
  readonly to: number;
  /** Whether more rounds follow, or precede, this window (GraphQL Cursor Connections, pageInfo). */
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** The window of a page over the first `count` rounds. */
export function toRoundWindow(count: number, { size, backward, after, before }: PageRequest): RoundWindow {
  const first = after === undefined ? 0 : Math.min(count, Number(after.key) + 1);
  const last = before === undefined ? count - 1 : Math.min(count, Number(before.key)) - 1;
  const more = last - first + 1 > size;
  return backward
    ? {
        from: more ? last - size + 1 : first,
        to: last,
        hasNextPage: before !== undefined,
        hasPreviousPage: more,
      }
    : {
        from: first,
        to: more ? first + size - 1 : last,
        hasNextPage: more,
        hasPreviousPage: after !== undefined,
      };
}
