import { LARGE_BATCH, type Purge } from './purge-statement.ts';

// What reporters wrote, and their addresses, are personal data; the reports are counted for longer. Objections can come for six
// months after the decision; while one waits, and until its result was mailed, both are needed.
const REPORT_TEXTS: Purge = {
  name: 'purge-report-texts',
  batch: LARGE_BATCH,
  text: `
    update listing_report set text = null, email = null, language = null where id = any(array(
      select r.id from listing_decision d join listing_report r on r.decision_id = d.id
      where d.decided_at < now() - interval '7 months' and (r.text is not null or r.email is not null)
        and not exists (
          select from listing_objection o
          where o.decision_id = d.id and (o.decided_at is null or o.decided_at > now() - interval '30 days')
        ) limit $1))
    returning true`,
};
const OBJECTION_TEXTS: Purge = {
  name: 'purge-objection-texts',
  batch: LARGE_BATCH,
  text: `
    update listing_objection set text = null where id = any(array(
      select id from listing_objection
      where decided_at < now() - interval '7 months' and text is not null limit $1))
    returning true`,
};
// Before the reports and decisions that they are about.
const OBJECTIONS: Purge = {
  name: 'purge-objections',
  batch: LARGE_BATCH,
  text: `
    delete from listing_objection where id = any(array(
      select o.id from listing_decision d join listing_objection o on o.decision_id = d.id
      where d.decided_at < now() - interval '3 years' limit $1))
    returning true`,
};
const DECIDED_REPORTS: Purge = {
  name: 'purge-decided-reports',
  batch: LARGE_BATCH,
  text: `
    delete from listing_report where id = any(array(
      select r.id from listing_decision d join listing_report r on r.decision_id = d.id
      where d.decided_at < now() - interval '3 years'
        and not exists (select from listing_objection o where o.report_id = r.id) limit $1))
    returning true`,
};
const UNDECIDED_REPORTS: Purge = {
  name: 'purge-undecided-reports',
  batch: LARGE_BATCH,
  text: `
    delete from listing_report where id = any(array(
      select id from listing_report where decision_id is null and created_at < now() - interval '1 year'
      order by created_at limit $1))
    returning true`,
};
// After their reports and objections were deleted.
const DECISIONS: Purge = {
  name: 'purge-listing-decisions',
  batch: LARGE_BATCH,
  text: `
    delete from listing_decision where id = any(array(
      select id from listing_decision d where decided_at < now() - interval '3 years'
        and not exists (select from listing_report r where r.decision_id = d.id)
        and not exists (select from listing_objection o where o.decision_id = d.id) limit $1))
    returning true`,
};

/** Deletes what reports, objections and decisions are not needed for any more, in this order. */
export const REPORT_PURGES: readonly Purge[] = [
  REPORT_TEXTS,
  OBJECTION_TEXTS,
  OBJECTIONS,
  DECIDED_REPORTS,
  UNDECIDED_REPORTS,
  DECISIONS,
];
