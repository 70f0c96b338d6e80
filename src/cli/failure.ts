/** What an error contains besides its message, under the names of the GraphQL API. */
export interface FailureFacts {
  readonly code?: string;
  readonly reason?: string;
  readonly retryable?: boolean;
  readonly recommendedAction?: string;
  readonly fields?: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly [fact: string]: unknown;
}

/** An error that ends a command, with exit code 1 unless it has another one. */
export class Failure extends Error {
  readonly code: string;
  readonly facts: FailureFacts;
  readonly exitCode: number;

  constructor(
    code: string,
    message: string,
    { exitCode = 1, ...facts }: FailureFacts & { readonly exitCode?: number } = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.name = 'Failure';
    this.code = code;
    this.facts = facts;
  }
}
