import type { GraphqlResponse } from '../../adapters/graphql/execute/graphql-response.ts';
import type { Verdict } from '../../adapters/graphql/documents/validate-document.ts';
import type { CostlyRead } from '../../adapters/graphql/execute/offload.ts';
import type { NotePlanFailure } from '../../adapters/graphql/execute/plan-failures.ts';
import type { TracingSettings } from '../../runtime/tracing/tracing-settings.ts';
import { DomainError, type ErrorCode, type ErrorFacts } from '../../core/errors.ts';

/** The worker data of the thread of expensive reads. */
export interface ReadsThreadTask {
  readonly databaseUrl: string;
  readonly readUrl: string | undefined;
  readonly publicUrl: string;
  readonly introspection: boolean;
  /** Where traces go; undefined when they are off. */
  readonly tracing: TracingSettings | undefined;
  /** The maximum number of concurrent statements. */
  readonly statements: number;
}

export type ReadMessage =
  | ({ readonly kind: 'graphql' } & CostlyRead)
  /** A feed document, by its path and query. */
  | { readonly kind: 'document'; readonly target: string };

export type ToReadsThread =
  | {
      readonly kind: 'read';
      readonly id: number;
      readonly read: ReadMessage;
      /** The span of the request; undefined when traces are off. */
      readonly traceparent: string | undefined;
    }
  | { readonly kind: 'validate'; readonly id: number; readonly text: string }
  | { readonly kind: 'stop' };

export interface ReadResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly cacheable: GraphqlResponse['cacheable'];
}

export type FromReadsThread =
  /** The thread answers from now on. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'answered'; readonly id: number; readonly response: ReadResponse }
  | { readonly kind: 'validated'; readonly id: number; readonly verdict: Verdict | undefined }
  | { readonly kind: 'refused'; readonly id: number; readonly error: PackedError }
  /** A failure of this service that the response does not show. */
  | { readonly kind: 'failure'; readonly error: PackedError; readonly requestId: string }
  | { readonly kind: 'errors'; readonly codes: readonly string[] }
  | {
      readonly kind: 'plan-failure';
      readonly plan: Parameters<NotePlanFailure>[0];
      readonly reason: Parameters<NotePlanFailure>[1];
      readonly error: PackedError;
    }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'unhandled'; readonly error: PackedError }
  | { readonly kind: 'stopped' };

/** An error in a form that can be sent between threads. */
export interface PackedError {
  readonly message: string;
  readonly stack: string | undefined;
  /** The fields of a DomainError. */
  readonly domain?: { readonly code: ErrorCode; readonly facts: Omit<ErrorFacts, 'cause'> };
  readonly cause?: PackedError;
}

export function packError(error: unknown): PackedError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined };
  const { message, stack, cause } = error;
  const packed = { message, stack, ...(cause instanceof Error && { cause: packError(cause) }) };
  return error instanceof DomainError ? { ...packed, domain: toDomain(error) } : packed;
}

function toDomain(error: DomainError): NonNullable<PackedError['domain']> {
  const { code, reason, details, values, retryAfterSeconds, scope, requestId } = error;
  return {
    code,
    facts: {
      ...(reason !== undefined && { reason }),
      ...(details !== undefined && { details }),
      ...(values !== undefined && { values }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(scope !== undefined && { scope }),
      ...(requestId !== undefined && { requestId }),
    },
  };
}

export function unpackError({ message, stack, domain, cause: packedCause }: PackedError): Error {
  const cause = packedCause && unpackError(packedCause);
  const error = domain
    ? new DomainError(domain.code, message, { ...domain.facts, cause })
    : new Error(message, cause && { cause });
  if (stack !== undefined) error.stack = stack;
  return error;
}
