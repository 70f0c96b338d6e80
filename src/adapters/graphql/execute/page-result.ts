import type { PageQueryResult, PageQueryError } from '../../ports/site.ts';
import type { GraphqlResult } from './complete-result.ts';

/** What the extensions of an error say to a page. */
interface ErrorFacts {
  readonly code?: string;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly details?: { readonly fields?: PageQueryError['fields'] };
}

/** The result of an operation as a page gets it. */
export function toPageResult(
  { data = null, errors = [] }: GraphqlResult,
  cacheable: PageQueryResult['cacheable'],
): PageQueryResult {
  return {
    data,
    cacheable,
    errors: errors.map(({ message, extensions = {} }) => {
      // As formatError writes them.
      const { code = 'INTERNAL', reason, retryAfterSeconds, details } = extensions as ErrorFacts;
      return { message, code, reason, retryAfterSeconds, fields: details?.fields ?? [] };
    }),
  };
}
