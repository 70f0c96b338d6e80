import type { SqlEntityManager } from '@mikro-orm/sql';
import type { PublisherDomainStore } from '../../../core/publishers/domains/publisher-domain-store.ts';
import type {
  DomainTrouble,
  DomainWay,
  PublisherDomain,
} from '../../../core/publishers/domains/publisher-domain.ts';

const toMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const COLUMNS = `
  domain as name, domain_token as token, ${toMs('domain_proven_at')} as proven_at, domain_proven_by as proven_by,
  ${toMs('domain_checked_at')} as checked_at, domain_trouble::text as trouble`;
const FIND = `select ${COLUMNS} from publisher where id = ? and domain is not null`;
// Publishing locks the key of the row: it does not wait.
const LOCK = `${FIND} for no key update`;
const REPLACE = `
  update publisher set domain = ?, domain_token = ?, domain_proven_at = null, domain_proven_by = null,
    domain_checked_at = null, domain_trouble = null, domain_check_at = null
  where id = ?`;
const SAVE = `
  update publisher set domain_proven_at = ?, domain_proven_by = ?, domain_checked_at = ?, domain_trouble = ?,
    domain_check_at = ?
  where id = ?`;
// No check is due later than in a day, unless a clock was ahead.
const CLAIM_DUE = `
  update publisher set domain_check_at = ?
  where id in (
    select id from publisher
    where domain_check_at <= ? or domain_check_at > ?::timestamptz + interval '2 days'
    order by domain_check_at limit ? for no key update skip locked)
  returning id, namespace, ${COLUMNS}`;

/** The domains of publishers, in SQL: no other store writes their columns. */
export function createPublisherDomainStore(em: SqlEntityManager): PublisherDomainStore {
  const read = async (statement: string, id: string) => {
    const [row] = await em.execute<DomainRow[]>(statement, [id]);
    return row && toDomain(row);
  };
  return {
    find: (id) => read(FIND, id),
    lock: (id) => read(LOCK, id),
    async replace(id, domain) {
      await em.execute(REPLACE, [domain?.name ?? null, domain?.token ?? null, id]);
    },
    async saveStanding(id, { provenAt, provenBy, checkedAt, trouble }, checkAt) {
      const values = [provenAt, provenBy, checkedAt, trouble && JSON.stringify(trouble), checkAt];
      await em.execute(SAVE, [...values, id]);
    },
    async claimDue(now, until, limit) {
      const rows = await em.execute<(DomainRow & { readonly id: string; readonly namespace: string })[]>(
        CLAIM_DUE,
        [until, now, now, limit],
      );
      return rows.map((row) => ({ publisherId: row.id, namespace: row.namespace, domain: toDomain(row) }));
    },
  };
}

interface DomainRow {
  readonly name: string;
  readonly token: string;
  readonly proven_at: number | null;
  readonly proven_by: DomainWay | null;
  readonly checked_at: number | null;
  readonly trouble: string | null;
}

function toDomain({ name, token, proven_at, proven_by, checked_at, trouble }: DomainRow): PublisherDomain {
  return {
    name,
    token,
    provenAt: toDate(proven_at),
    provenBy: proven_by,
    checkedAt: toDate(checked_at),
    trouble: trouble === null ? null : toTrouble(JSON.parse(trouble) as StoredTrouble),
  };
}

type StoredTrouble = Omit<DomainTrouble, 'at' | 'since' | 'missingSince'> & {
  readonly at: string;
  readonly since: string;
  readonly missingSince: string | null;
};

function toTrouble({ at, since, missingSince, ...rest }: StoredTrouble): DomainTrouble {
  return {
    ...rest,
    at: new Date(at),
    since: new Date(since),
    missingSince: missingSince === null ? null : new Date(missingSince),
  };
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
