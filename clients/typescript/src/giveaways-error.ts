import type { Error as PublisherError, ProviderError } from './generated/types.gen.ts';

type Details = Partial<Omit<ProviderError['error'], 'message'>>;

/** A response that is no success. Its message says how to correct the request. */
export class GiveawaysError extends Error {
  override readonly name = 'GiveawaysError';
  /** The HTTP status; undefined when no response arrived. */
  readonly status: number | undefined;
  /** For programs; endpoints of publishers have only the status and the message. */
  readonly code: Details['code'];
  readonly reason: Details['reason'];
  readonly details: Details['details'];
  /** Whether the identical request with the identical Idempotency-Key may succeed later. */
  readonly isRetryable: boolean;
  readonly requestId: string | undefined;
  /** How long to wait before the request is repeated, when the response says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(result: unknown, response?: Response) {
    const { error, requestId } = isErrorBody(result) ? result : {};
    super(error?.message ?? describe(result, response), { cause: result });
    const { code, reason, details, retryable } = (error ?? {}) as Details;
    this.status = response?.status;
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.isRetryable =
      retryable ?? (response === undefined || response.status === 429 || response.status >= 500);
    this.requestId = requestId ?? response?.headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = toSeconds(response?.headers.get('retry-after'));
  }
}

function toSeconds(text: string | null | undefined): number | undefined {
  return text != null && /^\d+$/.test(text) ? Number(text) : undefined;
}

type ErrorBody = (PublisherError | ProviderError) & { readonly requestId?: string };

function isErrorBody(result: unknown): result is ErrorBody {
  return typeof (result as ErrorBody | null)?.error?.message === 'string';
}

function describe(result: unknown, response: Response | undefined): string {
  if (response) return `The gateway answered ${response.status} ${response.statusText}`.trimEnd();
  return `The gateway cannot be reached: ${result instanceof Error ? result.message : String(result)}`;
}
