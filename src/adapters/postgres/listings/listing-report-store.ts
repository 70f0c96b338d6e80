import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ListingReportStore } from '../../../core/reports/listing-report-store.ts';
import {
  MAX_OPEN_REPORTS,
  MAX_REPORTS_OF_ADDRESS,
  type ListingDecision,
  type ListingReport,
  type ReportDecision,
  type ReportReason,
} from '../../../core/reports/listing-report.ts';
import { toPage } from '../../../core/values/paging.ts';
import { toQueueConditions } from './queue-conditions.ts';

const toIso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const REPORTS = `
  select r.id, r.listing_id, r.title, r.landing_url, r.reason, r.text, r.email is not null as is_mailed,
    ${toIso('r.created_at')} as created_at, d.id as decision_id, d.kind, d.reason as decision_reason, ${toIso('d.decided_at')} as decided_at
  from listing_report r left join listing_decision d on d.id = r.decision_id`;

// Reports are added one by one: the counts of two at the same time would not see each other.
const ADDING = `select pg_advisory_xact_lock(hashtextextended('adding reports of listings', 0))`;
const IS_FULL = `
  select (select count(*) from (
      select from listing_report where decision_id is null limit ${MAX_OPEN_REPORTS.inTotal}) open)
        >= ${MAX_OPEN_REPORTS.inTotal}
    or (select count(*) from listing_report where decision_id is null and listing_id = ?)
        >= ${MAX_OPEN_REPORTS.ofListing} as is_full`;
const ADD = `
  insert into listing_report
    (id, listing_id, title, landing_url, reason, text, email, language, network_key, secret_hash, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const OF_ADDRESS = `
  select count(*) >= ${MAX_REPORTS_OF_ADDRESS} as has_many from (
    select from listing_report where email = ? and created_at > ?::timestamptz - interval '1 day'
    limit ${MAX_REPORTS_OF_ADDRESS}
  ) sent`;
// All decisions lock in the same order, to avoid deadlocks.
const LOCK_OPEN = `
  select count(*) from (
    select from listing_report
    where listing_id = (select listing_id from listing_report where id = ?) and decision_id is null
    order by id for update
  ) locked`;
const ADD_DECISION = `
  insert into listing_decision (id, listing_id, kind, reason, decided_at) values (?, ?, ?, ?, ?)`;
// The network was needed only to find the open report again.
const DECIDE = `
  update listing_report set decision_id = ?, network_key = '' where listing_id = ? and decision_id is null`;

/** Reports of listings and decisions on them, in SQL: no other store reads their tables. */
export function createListingReportStore(em: SqlEntityManager): ListingReportStore {
  const read = async (rest: string, values: readonly unknown[]) =>
    (await em.execute<ReportRow[]>(`${REPORTS} ${rest}`, [...values])).map(toReport);
  const find = async (condition: string, ...values: readonly string[]) =>
    (await read(`where ${condition}`, values))[0];
  const hasMany = async (email: string, now: Date) => {
    const [row] = await em.execute<{ readonly has_many: boolean }[]>(OF_ADDRESS, [email, now]);
    return row?.has_many !== false;
  };
  const addDecision = async ({ id, listingId, kind, reason, decidedAt }: ListingDecision) =>
    void (await em.execute(ADD_DECISION, [id, listingId, kind, reason, decidedAt]));
  return {
    addDecision,
    async add({ text, email: sentTo, language, networkKey, secretHash, ...report }) {
      const { id, listingId, title, landingUrl, reason, createdAt } = report;
      await em.execute(ADDING);
      const condition = 'r.listing_id = ? and r.network_key = ? and r.decision_id is null';
      const open = await find(condition, listingId, networkKey);
      if (open !== undefined) return open;
      const [count] = await em.execute<{ readonly is_full: boolean }[]>(IS_FULL, [listingId]);
      if (count?.is_full !== false) return 'full';
      const email = sentTo !== null && (await hasMany(sentTo, createdAt)) ? null : sentTo;
      const texts = [id, listingId, title, landingUrl, reason, text, email, email === null ? null : language];
      await em.execute(ADD, [...texts, networkKey, secretHash, createdAt]);
      return { ...report, text, isMailed: email !== null, decision: null };
    },
    find: (id) => find('r.id = ?', id),
    findBySecret: (secretHash) => find('r.secret_hash = ?', secretHash),
    async page(state, page) {
      const { conditions, order, values } = toQueueConditions('r', state, page);
      const isDecided = `r.decision_id is ${state === 'OPEN' ? '' : 'not '}null`;
      return toPage(await read(`where ${isDecided}${conditions} ${order}`, values), page);
    },
    async lockOpenOfListing(reportId) {
      await em.execute(LOCK_OPEN, [reportId]);
    },
    async decide(decision, reports) {
      const { id, listingId } = decision;
      await addDecision(decision);
      if (reports === 'all of the listing') await em.execute(DECIDE, [id, listingId]);
      else await em.execute(`${DECIDE} and id = ?`, [id, listingId, reports.reportId]);
    },
  };
}

interface ReportRow {
  readonly id: string;
  readonly listing_id: string;
  readonly title: string;
  readonly landing_url: string;
  readonly reason: ReportReason;
  readonly text: string | null;
  readonly is_mailed: boolean;
  readonly created_at: string;
  readonly decision_id: string | null;
  readonly kind: ReportDecision;
  readonly decision_reason: string;
  readonly decided_at: string;
}

function toReport(row: ReportRow): ListingReport {
  return {
    id: row.id,
    listingId: row.listing_id,
    title: row.title,
    landingUrl: row.landing_url,
    reason: row.reason,
    text: row.text,
    isMailed: row.is_mailed,
    createdAt: new Date(row.created_at),
    decision:
      row.decision_id === null
        ? null
        : {
            id: row.decision_id,
            listingId: row.listing_id,
            kind: row.kind,
            reason: row.decision_reason,
            decidedAt: new Date(row.decided_at),
          },
  };
}
