import { toPage, type Page, type PageRequest } from '../../../src/core/values/paging.ts';

/** The tables of the fakes, and transactions over them. */
export interface Memory {
  table<Row extends object>(): Table<Row>;
  /** One at a time; when the work fails, all tables are as before. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Throws outside of a transaction, as what locks a row does. */
  requireTransaction(): void;
}

/** Rows are replaced, never changed: what was handed out stays as it was. */
export interface Table<Row extends object> {
  readonly rows: readonly Row[];
  add(row: Row): void;
  find(isMeant: (row: Row) => boolean): Row | undefined;
  /** Answers the rows that were changed. */
  update(isMeant: (row: Row) => boolean, change: (row: Row) => Partial<Row>): Row[];
  /** Answers the rows that were removed. */
  remove(isMeant: (row: Row) => boolean): Row[];
}

export function createMemory(): Memory {
  const takeSnapshots: (() => () => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let isOpen = false;
  return {
    table<Row extends object>(): Table<Row> {
      let rows: readonly Row[] = [];
      takeSnapshots.push(() => {
        const kept = rows;
        return () => {
          rows = kept;
        };
      });
      return {
        get rows() {
          return rows;
        },
        add(row) {
          rows = [...rows, row];
        },
        find: (isMeant) => rows.find(isMeant),
        update(isMeant, change) {
          const changed: Row[] = [];
          rows = rows.map((row) => {
            if (!isMeant(row)) return row;
            const next = { ...row, ...change(row) };
            changed.push(next);
            return next;
          });
          return changed;
        },
        remove(isMeant) {
          const removed = rows.filter(isMeant);
          rows = rows.filter((row) => !isMeant(row));
          return removed;
        },
      };
    },
    transaction(work) {
      const done = last.then(async () => {
        const restores = takeSnapshots.map((take) => take());
        isOpen = true;
        try {
          return await work();
        } catch (error) {
          for (const restore of restores) restore();
          throw error;
        } finally {
          isOpen = false;
        }
      });
      last = done.catch(() => undefined);
      return done;
    },
    requireTransaction() {
      if (!isOpen) throw new Error('An open transaction is required for this operation.');
    },
  };
}

/** A page of rows, newest first and then by id, as the lists of the database are. */
export function pageNewestFirst<Row extends { readonly id: string }>(
  rows: readonly Row[],
  instantOf: (row: Row) => Date,
  page: PageRequest,
): Page<Row> {
  const placeOf = (row: Row) => `${instantOf(row).toISOString()} ${row.id}`;
  const { after, before, backward } = page;
  const shown = rows
    .filter((row) => !after || placeOf(row) < `${after.key} ${after.id}`)
    .filter((row) => !before || placeOf(row) > `${before.key} ${before.id}`)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) === backward ? -1 : 1));
  return toPage(shown.slice(0, page.size + 1), page);
}

/** Stands for a port that the tests of the core do not use: each call of it is an error of the test. */
export function unused(name: string): never {
  return only<object>(name, {}) as never;
}

/** A port of which the tests of the core use only these members. */
export function only<Port extends object>(name: string, members: Partial<Port>): Port {
  return new Proxy(members as Port, {
    get(target, member) {
      if (Object.hasOwn(target, member)) return target[member as keyof Port];
      throw new Error(`The fakes have no ${name}.${String(member)}.`);
    },
  });
}
