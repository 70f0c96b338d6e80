import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ListingObjectionStore } from '../../../core/reports/objections/objection-store.ts';
import type {
  ListingObjection,
  ObjectionResult,
  ObjectionSide,
} from '../../../core/reports/objections/listing-objection.ts';
import type { ListingDecision, ReportDecision } from '../../../core/reports/listing-report.ts';
import { toPage } from '../../../core/values/paging.ts';
import { toQueueConditions } from './queue-conditions.ts';

const toIso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `
  o.id, o.side, o.report_id, o.text, ${toIso('o.created_at')} as created_at, o.result,
  o.reason as result_reason, ${toIso('o.decided_at')} as result_at,
  d.id as decision_id, d.listing_id, d.kind, d.reason, ${toIso('d.decided_at')} as decided_at,
  coalesce(r.title, l.title, '') as title`;
const OBJECTIONS = `
  select ${COLUMNS}
  from listing_objection o join listing_decision d on d.id = o.decision_id
    left join listing_report r on r.id = o.report_id
    left join listing l on l.id = d.listing_id`;
const HIDINGS = `
  select ${COLUMNS}
  from listing l
    cross join lateral (
      select * from listing_decision
      where listing_id = l.id and kind = 'HIDE' order by decided_at desc, id desc limit 1
    ) d
    left join listing_objection o on o.decision_id = d.id and o.side = 'PUBLISHER'
    left join listing_report r on false
  where l.id = any(string_to_array(?, ' ')) and (l.hidden_reason is not null or o.id is not null)`;
const ADD = `
  insert into listing_objection (id, side, decision_id, listing_id, report_id, text, created_at)
  values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`;
// In the order of the decisions on reports, which lock reports and then the listing, to avoid deadlocks.
const LOCK_REPORTS = `
  select count(*) from (
    select from listing_report
    where listing_id = (select listing_id from listing_objection where id = ?) and decision_id is null
    order by id for update
  ) locked`;
const LOCK_OBJECTIONS = `
  select count(*) from (
    select from listing_objection
    where listing_id = (select listing_id from listing_objection where id = ?) and decided_at is null
    order by id for update
  ) locked`;
const DECIDE = `
  update listing_objection set result = ?, reason = ?, decided_at = ? where decided_at is null and`;

/** Objections to decisions on listings, in SQL. */
export function createListingObjectionStore(em: SqlEntityManager): ListingObjectionStore {
  const read = async (rest: string, values: readonly unknown[]) =>
    (await em.execute<ObjectionRow[]>(`${OBJECTIONS} ${rest}`, [...values])).map(toObjection);
  const find = async (condition: string, value: string) => (await read(`where ${condition}`, [value]))[0];
  return {
    find: (id) => find('o.id = ?', id),
    findOfReport: (reportId) => find('o.report_id = ?', reportId),
    findReversal: (decisionId) =>
      find(`o.decision_id = ? and o.side = 'PUBLISHER' and o.result = 'UPHELD'`, decisionId),
    async hidingsOf(listingIds) {
      const rows = await em.execute<(ObjectionRow | UnobjectedRow)[]>(HIDINGS, [listingIds.join(' ')]);
      return rows.map((row) => ({
        decision: toDecision(row),
        objection: row.id === null ? undefined : toObjection(row),
      }));
    },
    async page(state, page) {
      const { conditions, order, values } = toQueueConditions('o', state, page);
      const isDecided = `o.decided_at is ${state === 'OPEN' ? '' : 'not '}null`;
      return toPage(await read(`where ${isDecided}${conditions} ${order}`, values), page);
    },
    async add({ id, side, decision, reportId, text, createdAt }) {
      const values = [id, side, decision.id, decision.listingId, reportId, text, createdAt];
      return (await em.execute<unknown[]>(ADD, values)).length > 0;
    },
    async lockOfListing(objectionId) {
      await em.execute(LOCK_REPORTS, [objectionId]);
      await em.execute(LOCK_OBJECTIONS, [objectionId]);
    },
    async decide(id, { result, reason, decidedAt }) {
      await em.execute(`${DECIDE} id = ?`, [result, reason, decidedAt, id]);
    },
    async decideOfReporters(listingId, { result, reason, decidedAt }) {
      const values = [result, reason, decidedAt, listingId];
      const rows = await em.execute<{ readonly id: string }[]>(
        `${DECIDE} side = 'REPORTER' and listing_id = ? returning id`,
        values,
      );
      return rows.map(({ id }) => id);
    },
  };
}

interface DecisionRow {
  readonly decision_id: string;
  readonly listing_id: string;
  readonly kind: ReportDecision;
  readonly reason: string;
  readonly decided_at: string;
}

interface UnobjectedRow extends DecisionRow {
  readonly id: null;
}

interface ObjectionRow extends DecisionRow {
  readonly id: string;
  readonly side: ObjectionSide;
  readonly report_id: string | null;
  readonly text: string | null;
  readonly created_at: string;
  readonly result: ObjectionResult | null;
  readonly result_reason: string;
  readonly result_at: string;
  readonly title: string;
}

function toDecision(row: DecisionRow): ListingDecision {
  return {
    id: row.decision_id,
    listingId: row.listing_id,
    kind: row.kind,
    reason: row.reason,
    decidedAt: new Date(row.decided_at),
  };
}

function toObjection(row: ObjectionRow): ListingObjection {
  return {
    id: row.id,
    side: row.side,
    decision: toDecision(row),
    title: row.title,
    reportId: row.report_id,
    text: row.text,
    createdAt: new Date(row.created_at),
    outcome:
      row.result === null
        ? null
        : { result: row.result, reason: row.result_reason, decidedAt: new Date(row.result_at) },
  };
}
