import type { PageAsked, PageAskError } from '../../ports/site.ts';
import type { GraphqlAnswer } from './graphql-answer.ts';

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: string;
      readonly reason?: string;
      readonly retryAfterSeconds?: number;
      readonly details?: { readonly fields?: PageAskError['fields'] };
    };
  }[];
}

/** Reads an answer of GraphQL over HTTP for a page. */
export function readPageAnswer({ body, cacheable }: GraphqlAnswer): PageAsked {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  // The answer of this process' own GraphQL server.
  const { data = null, errors = [] } = JSON.parse(text) as Body;
  return {
    data,
    cacheable,
    errors: errors.map(({ message, extensions: { code, reason, retryAfterSeconds, details } = {} }) => ({
      message,
      code: code ?? 'INTERNAL',
      reason,
      retryAfterSeconds,
      fields: details?.fields ?? [],
    })),
  };
}
