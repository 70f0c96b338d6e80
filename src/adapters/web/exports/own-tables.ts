import { accountAuditLog, ACCOUNT_AUDIT_ORDER } from '../../../core/audit/account-audit-log.ts';
import { stateOfKey } from '../../../core/api-keys/list/api-key-query.ts';
import { apiKeys } from '../../../core/api-keys/list/api-keys.ts';
import type { ApiKey } from '../../../core/api-keys/api-key.ts';
import { FACT_NAMES } from '../../../core/listings/facts/listing-facts.ts';
import { LEGACY_NAMESPACE, type Listing } from '../../../core/listings/listing.ts';
import { LISTING_TEXTS } from '../../../core/listings/listing-draft.ts';
import { myListings } from '../../../core/listings/own/my-listings.ts';
import { MAX_PAGE, toCursor } from '../../../core/values/paging.ts';
import type { AuditEntry } from '../../../core/audit/audit-store.ts';
import type { Run } from '../../ports/ports.ts';
import type { TableExport } from './export-handlers.ts';

/** The value of each column of a table by its name. */
type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

const LISTING_COLUMNS: Columns<Listing> = {
  id: ({ id }) => id,
  sourceExternalId: ({ sourceExternalId }) => sourceExternalId,
  ...fieldsOf<Listing>(LISTING_TEXTS),
  endDate: ({ endDate }) => endDate,
  ...Object.fromEntries(FACT_NAMES.map((name) => [name, ({ facts }: Listing) => facts[name]])),
  verified: ({ verified }) => verified,
  status: ({ status }) => status,
  isLegacy: ({ namespace }) => namespace === LEGACY_NAMESPACE,
  hiddenReason: ({ hiddenReason }) => hiddenReason,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

const KEY_COLUMNS = (now: () => Date): Columns<ApiKey> => ({
  id: ({ id }) => id,
  name: ({ name }) => name,
  start: ({ start }) => start,
  end: ({ end }) => end,
  state: (key) => stateOfKey(key, now()),
  scopes: ({ scopes }) => scopes,
  ...fieldsOf<ApiKey>(['providerId', 'signer', 'createdAt', 'lastUsedAt', 'rotatedAt']),
  expiresAt: ({ expiresAt }) => expiresAt,
  revokedAt: ({ revokedAt }) => revokedAt,
});

const ACTIVITY_COLUMNS: Columns<AuditEntry> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  action: ({ action }) => action,
  actor: ({ actor }) => actor,
  subject: ({ subject }) => subject,
  facts: ({ facts }) => JSON.stringify(facts),
};

/** The tables of the area of publishers as files. Their parameters are those of the pages, whose filters they have. */
export function ownTables(run: Run, now: () => Date): readonly TableExport[] {
  const keyColumns = KEY_COLUMNS(now);
  return [
    {
      name: 'listings',
      formats: ['csv', 'ndjson'],
      parameters: ['q', 'state', 'legacy', 'platform', 'order'],
      columns: Object.keys(LISTING_COLUMNS),
      async readPage(caller, query, after) {
        const page = await run(caller, myListings, {
          first: MAX_PAGE,
          after,
          filter: {
            search: query.get('q'),
            state: toConstant(query.get('state')),
            isLegacy: toFlag(query.get('legacy')),
            platforms: toNames(query.get('platform')),
          },
          // A listing that changes while the others are read keeps its place.
          orderBy: toConstant(query.get('order')) ?? 'NEWEST',
        });
        return {
          lines: page.items.map((row) => valuesOf(LISTING_COLUMNS, row)),
          next: page.hasNextPage ? (page.endCursor ?? undefined) : undefined,
        };
      },
    },
    {
      name: 'keys',
      formats: ['csv'],
      parameters: ['q', 'state', 'order'],
      columns: Object.keys(keyColumns),
      async readPage(caller, query, after) {
        const page = await run(caller, apiKeys, {
          first: MAX_PAGE,
          after,
          filter: { search: query.get('q'), state: toConstant(query.get('state')) },
          orderBy: toConstant(query.get('order')),
        });
        const last = page.items.at(-1);
        return {
          lines: page.items.map((row) => valuesOf(keyColumns, row)),
          next:
            page.hasNextPage && last ? toCursor(page.list, last.createdAt.toISOString(), last.id) : undefined,
        };
      },
    },
    {
      name: 'activity',
      formats: ['csv'],
      parameters: [],
      columns: Object.keys(ACTIVITY_COLUMNS),
      async readPage(caller, _query, after) {
        const page = await run(caller, accountAuditLog, { first: MAX_PAGE, after });
        const last = page.items.at(-1);
        return {
          lines: page.items.map((row) => valuesOf(ACTIVITY_COLUMNS, row)),
          next:
            page.hasNextPage && last
              ? toCursor(ACCOUNT_AUDIT_ORDER, last.at.toISOString(), last.id)
              : undefined,
        };
      },
    },
  ];
}

function fieldsOf<Row>(names: readonly (keyof Row & string)[]): Columns<Row> {
  return Object.fromEntries(names.map((name) => [name, (row: Row) => row[name]]));
}

function valuesOf<Row>(columns: Columns<Row>, row: Row): unknown[] {
  return Object.values(columns).map((valueOf) => valueOf(row));
}

/** A value as addresses write it, such as ending-soon, as the API names it. */
function toConstant(text: string | null): string | null {
  return text === null || text === '' ? null : text.toUpperCase().replaceAll('-', '_');
}

/** A name as the only one of its list. */
function toNames(text: string | null): string[] | null {
  return text === null || text === '' ? null : [text];
}

/** A choice as addresses write it; another text is refused as it is. */
function toFlag(text: string | null): boolean | string | null {
  if (text === null || text === '') return null;
  return text === 'yes' ? true : text === 'no' ? false : text;
}
