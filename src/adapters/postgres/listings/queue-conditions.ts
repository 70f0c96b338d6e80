import type { ReportState } from '../../../core/reports/listing-report.ts';
import type { PageRequest } from '../../../core/values/paging.ts';

/** Conditions, order and limit of a page of a queue by creation: open rows are read oldest first, decided ones newest first. */
export function toQueueConditions(
  table: string,
  state: ReportState,
  { size, backward, after, before }: PageRequest,
) {
  const isAscending = state === 'OPEN';
  const [later, earlier] = isAscending ? ['>', '<'] : ['<', '>'];
  const positions = [
    { position: after, sign: later },
    { position: before, sign: earlier },
  ].flatMap(({ position, sign }) => (position ? [{ position, sign }] : []));
  const conditions = positions.map(
    ({ sign }) => ` and (${table}.created_at, ${table}.id) ${sign} (?::timestamptz, ?)`,
  );
  const direction = isAscending === backward ? 'desc' : 'asc';
  return {
    conditions: conditions.join(''),
    order: `order by ${table}.created_at ${direction}, ${table}.id ${direction} limit ?`,
    values: [...positions.flatMap(({ position }) => [position.key, position.id]), size + 1],
  };
}
