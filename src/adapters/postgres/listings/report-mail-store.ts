import type { SqlEntityManager } from '@mikro-orm/sql';
import type {
  MailedDecision,
  MailedReport,
  NewReportMail,
  ReportMailContent,
  ReportMailStore,
} from '../../../core/reports/mails/report-mail-store.ts';
import type {
  ObjectionOutcome,
  ObjectionResult,
  ObjectionSide,
} from '../../../core/reports/objections/listing-objection.ts';
import type { ReportDecision } from '../../../core/reports/listing-report.ts';
import { toLanguage } from '../../../core/languages.ts';
import { createMailQueue } from '../access/mail-queue.ts';

// The id names what the mail is about, so that nothing is queued twice while it waits.
const QUEUE = `
  insert into report_mail (id, kind, subject, account_id, due_at) values (?, ?, ?, ?, ?) on conflict do nothing`;
const QUEUE_OF_REPORTERS = `
  insert into report_mail (id, kind, subject, due_at)
  select lower(kind) || '_' || r.id, kind, r.id, ?
  from listing_report r cross join (values (?::text)) mail (kind) where r.decision_id = ? and r.email is not null
  on conflict do nothing`;

const toIso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const READ = `
  select m.id, m.attempts, m.kind, coalesce(r.email, a.email) as email, case when r.id is null then a.language else r.language end as language,
    r.id as report_id, r.listing_id as reported_listing_id, r.secret_hash, ${toIso('r.created_at')} as created_at,
    d.kind as decision_kind, d.reason, ${toIso('d.decided_at')} as decided_at, d.listing_id,
    l.title, exists (select from listing_report o where o.decision_id = d.id) as is_reported,
    coalesce(o.side, v.side) as side, coalesce(o.result, v.result) as result,
    coalesce(o.reason, v.reason) as result_reason, ${toIso('coalesce(o.decided_at, v.decided_at)')} as result_at
  from report_mail m
    left join listing_objection o on m.kind = 'RESULT' and o.id = m.subject
    left join listing_report r on r.id = case
      when m.kind = 'RESULT' then o.report_id when m.kind <> 'STATEMENT' then m.subject end
    left join listing_objection v on m.kind = 'REVERSAL' and v.decision_id = r.decision_id and v.side = 'PUBLISHER'
    left join listing_decision d on d.id = case
      when m.kind = 'STATEMENT' then m.subject when m.kind = 'RESULT' then o.decision_id else r.decision_id end
    left join user_account a on a.id = m.account_id
    left join listing l on l.id = d.listing_id
  where m.id = any(string_to_array(?, ' '))
  order by m.due_at, m.id`;

/** Mails about reports. */
export function createReportMailStore(em: SqlEntityManager): ReportMailStore {
  const mails = createMailQueue(em, 'report_mail');
  return {
    async queue(mail, now) {
      if (mail.kind === 'DECISION' || mail.kind === 'REVERSAL')
        return void (await em.execute(QUEUE_OF_REPORTERS, [now, mail.kind, mail.decisionId]));
      const subject = subjectOf(mail);
      const account = mail.kind === 'RECEIPT' ? null : mail.accountId;
      await em.execute(QUEUE, [`${mail.kind.toLowerCase()}_${subject}`, mail.kind, subject, account, now]);
    },
    async claim(now, limit) {
      const claimed = await mails.claim(now, limit);
      if (claimed.length === 0) return [];
      const rows = await em.execute<MailRow[]>(READ, [claimed.join(' ')]);
      return rows.map((row) => {
        const content = toContent(row);
        const mail =
          row.email === null || content === undefined
            ? undefined
            : { to: row.email, language: toLanguage(row.language), content };
        return { id: row.id, attempt: row.attempts, mail };
      });
    },
    unclaim: mails.unclaim,
    end: mails.end,
  };
}

interface MailRow {
  readonly id: string;
  readonly attempts: number;
  readonly kind: ReportMailContent['kind'];
  readonly email: string | null;
  readonly language: string | null;
  readonly report_id: string | null;
  readonly reported_listing_id: string;
  readonly secret_hash: string;
  readonly created_at: string;
  readonly decision_kind: ReportDecision | null;
  readonly reason: string;
  readonly decided_at: string;
  readonly listing_id: string;
  readonly title: string | null;
  readonly is_reported: boolean;
  readonly side: ObjectionSide;
  readonly result: ObjectionResult | null;
  readonly result_reason: string;
  readonly result_at: string;
}

type OwnMail = Exclude<NewReportMail, { kind: 'DECISION' | 'REVERSAL' }>;

function subjectOf(mail: OwnMail): string {
  switch (mail.kind) {
    case 'RECEIPT':
      return mail.reportId;
    case 'STATEMENT':
      return mail.decisionId;
    case 'RESULT':
      return mail.objectionId;
  }
}

/** Undefined when what the mail is about was removed. */
function toContent(row: MailRow): ReportMailContent | undefined {
  const report = toReport(row);
  const decision = toDecision(row);
  const outcome = toOutcome(row);
  switch (row.kind) {
    case 'RECEIPT':
      return report && { kind: 'RECEIPT', report };
    case 'DECISION':
      return report && decision && { kind: 'DECISION', report, decision };
    case 'REVERSAL':
      return report && outcome && { kind: 'REVERSAL', report, outcome };
    case 'RESULT':
      return outcome && { kind: 'RESULT', side: row.side, listingId: row.listing_id, outcome, report };
    case 'STATEMENT': {
      const listing = { id: row.listing_id, title: row.title ?? '' };
      return decision && { kind: 'STATEMENT', listing, decision, isReported: row.is_reported };
    }
  }
}

function toReport(row: MailRow): MailedReport | undefined {
  if (row.report_id === null) return undefined;
  return {
    id: row.report_id,
    listingId: row.reported_listing_id,
    createdAt: new Date(row.created_at),
    secretHash: row.secret_hash,
  };
}

function toDecision({ decision_kind, reason, decided_at }: MailRow): MailedDecision | undefined {
  return decision_kind === null
    ? undefined
    : { kind: decision_kind, reason, decidedAt: new Date(decided_at) };
}

function toOutcome({ result, result_reason, result_at }: MailRow): ObjectionOutcome | undefined {
  return result === null ? undefined : { result, reason: result_reason, decidedAt: new Date(result_at) };
}
