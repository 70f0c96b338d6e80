import type { Cacheable } from '../guard/field-rules.ts';
import type { GraphqlAnswer } from './graphql-answer.ts';

/** The answer to an operation that a page of the site asked for. */
export interface PageAnswerData {
  readonly data: unknown;
  readonly errors: readonly PageErrorData[];
  readonly cacheable: Cacheable;
}

interface PageErrorData {
  readonly message: string;
  readonly code: string;
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: string;
      readonly reason?: string;
      readonly retryAfterSeconds?: number;
      readonly details?: { readonly fields?: PageErrorData['fields'] };
    };
  }[];
}

/** Reads an answer of GraphQL over HTTP for a page. */
export function readPageAnswer({ body, cacheable }: GraphqlAnswer): PageAnswerData {
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
