import { entriesOfRound, GIVEAWAY_COUNT, giveawayId, ROUND_COUNT } from '../../seed/giveaways.ts';
import type { HttpResponse } from '../load/response-reader.ts';
import { postJson } from './request.ts';
import { requireNoErrors, sorted } from './same-response.ts';

const ENTRIES_OF_PAGE = 50;

/** Entries in each response: a page of every round. */
export const ENTRIES_OF_RESPONSE = ENTRIES_OF_PAGE * ROUND_COUNT;

/** A giveaway, and the leaf after which the pages of all its rounds start. */
export interface GiveawayPage {
  readonly giveaway: string;
  readonly after: number;
}

const PAGE_COUNTS = Array.from(
  { length: GIVEAWAY_COUNT },
  (_, index) => entriesOfRound(index) - ENTRIES_OF_PAGE,
);
/** The number of pages before one repeats. */
export const DIFFERENT_PAGES = PAGE_COUNTS.reduce((sum, count) => sum + count, 0);
// Coprime to the number of pages: visits all of them before one repeats.
const STEP = 104_729;

/** Full pages of giveaways, all different, in the same sequence for every server. */
export function giveawayPage(index: number): GiveawayPage {
  if (index >= DIFFERENT_PAGES) throw new Error('There are no more different pages: measure fewer seconds.');
  let place = (index * STEP) % DIFFERENT_PAGES;
  let giveaway = 0;
  for (let count = PAGE_COUNTS[0] ?? 0; place >= count; count = PAGE_COUNTS[giveaway] ?? 0) {
    place -= count;
    giveaway += 1;
  }
  return { giveaway: giveawayId(giveaway), after: place };
}

const QUERY = `query Giveaway($id: ID!, $after: String) {
  giveaway(id: $id) {
    id key giveawayId providerKey startTime endTime determinationType requiresHandshake rollingEntriesCarryOver
    metadataUri createdAt transactionHash
    rounds(first: ${ROUND_COUNT}) {
      edges {
        node {
          id index entriesTotal holders decidedAt metadataUri imageUri
          entries(first: ${ENTRIES_OF_PAGE}, after: $after) {
            edges {
              cursor
              node {
                id leaf entries changedAt
                passport { id passportId owner maxTransfers transfersUsed mintedAt }
              }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;

/** A POST of the query for a page; cursors name the order and the leaf. */
export function postGiveaway({ giveaway, after }: GiveawayPage): Buffer {
  const variables = { id: giveaway, after: Buffer.from(`ENTRIES|${after}|`).toString('base64url') };
  return postJson('/graphql', JSON.stringify({ operationName: 'Giveaway', query: QUERY, variables }));
}

const POSTGRAPHILE_QUERY = `query Giveaway($id: String!, $offset: Int) {
  giveaway: giveawayByRowId(rowId: $id) {
    id: rowId key giveawayId providerKey startTime endTime determinationType requiresHandshake rollingEntriesCarryOver
    metadataUri createdAt transactionHash
    rounds(first: ${ROUND_COUNT}, orderBy: INDEX_ASC) {
      edges {
        node {
          id: rowId index entriesTotal holders decidedAt metadataUri imageUri
          entries(first: ${ENTRIES_OF_PAGE}, offset: $offset, orderBy: LEAF_ASC) {
            edges {
              cursor
              node {
                id: rowId leaf entries changedAt
                passport { id: rowId passportId owner maxTransfers transfersUsed mintedAt }
              }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;

/**
 * The same as a query of PostGraphile's schema. By an offset, which PostgreSQL finds through the index; PostGraphile's
 * cursors it does not.
 */
export function postPostgraphileGiveaway({ giveaway, after }: GiveawayPage): Buffer {
  const variables = { id: giveaway, offset: after + 1 };
  return postJson(
    '/graphql',
    JSON.stringify({ operationName: 'Giveaway', query: POSTGRAPHILE_QUERY, variables }),
  );
}

/** The content of a response in one form, without cursors. Throws when entries are missing. */
export function giveawayContent({ status, body }: HttpResponse): string {
  const { giveaway } = requireNoErrors<{ readonly giveaway: unknown }>({ status, body });
  const text = JSON.stringify(sorted(giveaway), (name, value: unknown) =>
    name === 'cursor' || name === 'endCursor' ? typeof value : value,
  );
  const entries = text.split('"leaf"').length - 1;
  if (entries !== ENTRIES_OF_RESPONSE)
    throw new Error(`${entries} entries instead of ${ENTRIES_OF_RESPONSE}: ${text.slice(0, 600)}`);
  return text;
}
