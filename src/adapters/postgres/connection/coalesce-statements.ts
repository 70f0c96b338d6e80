import { DomainError } from '../../../core/errors.ts';
import { coalesce } from '../../../runtime/coalesce.ts';
import { busy } from './failures.ts';

interface Coalescing<Item> {
  readonly inFlight: number;
  readonly largest: number;
  readonly keyOf?: (item: Item) => string;
}

/** `coalesce` for SQL statements: a call beyond the limit is SERVICE_UNAVAILABLE, and a DomainError concerns the whole statement. */
export function coalesceStatements<Item, Result>(
  coalescing: Coalescing<Item>,
  statement: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  return coalesce(
    { ...coalescing, refusal: busy, concernsAll: (error) => error instanceof DomainError },
    statement,
  );
}
