import type { Document } from './documents/generated.ts';
import { Failure, type FailureFacts } from './failure.ts';
import type { Token } from './token.ts';

/** Longer than the 60 seconds that an operation may wait for the chain. */
const TIMEOUT_MS = 70_000;
const ATTEMPTS = 3;

/** Sends operations to the GraphQL API of one gateway. */
export interface GraphqlClient {
  /** Sends an operation with the credential; returns its data. Throws Failure. */
  request<Result>(document: Document<Result, never>, variables?: object): Promise<Result>;
  /** Sends an operation that may be repeated, up to three times when its answer is lost. Throws Failure. */
  requestRepeatedly<Result>(document: Document<Result, never>, variables: object): Promise<Result>;
  /** Sends a public operation without the credential. Throws Failure. */
  requestPublic<Result>(document: Document<Result, never>, variables?: object): Promise<Result>;
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: FailureFacts }[];
}

/** A client of the gateway at this address. */
export function createGraphqlClient(url: string, token: Token | undefined): GraphqlClient {
  const base = url.replace(/\/+$/, '');
  const send = async <Data>(document: string, variables: object, secret?: string): Promise<Data> => {
    const response = await post(base, JSON.stringify({ query: document, variables }), secret);
    const answer = await readAnswer(response, base);
    const [error] = answer.errors ?? [];
    if (error) throw toFailure(error, response, secret === undefined ? undefined : token?.source);
    return answer.data as Data;
  };
  return {
    request: (document, variables = {}) => send(document, variables, token?.secret),
    async requestRepeatedly(document, variables) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await send(document, variables, token?.secret);
        } catch (error) {
          const isLost = error instanceof Failure && error.code === 'UNREACHABLE';
          if (!isLost || attempt === ATTEMPTS) throw error;
        }
      }
    },
    requestPublic: (document, variables = {}) => send(document, variables),
  };
}

async function post(base: string, body: string, secret: string | undefined): Promise<Response> {
  try {
    return await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new Failure(
      'UNREACHABLE',
      `${base} cannot be reached (${reasonOf(error)}): start the service there with npm start, or name another address with --url or GIVEAWAYS_URL.`,
      { url: base, retryable: true },
      error,
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}

async function readAnswer(response: Response, base: string): Promise<Answer> {
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300 && response.status < 400) {
    throw new Failure(
      'NOT_A_GATEWAY',
      `${base} redirects to ${location}: give the final address with --url or GIVEAWAYS_URL.`,
      { url: base, status: response.status },
    );
  }
  const text = await response.text();
  try {
    const answer = JSON.parse(text) as Answer | null;
    if (answer?.data !== undefined || Array.isArray(answer?.errors)) return answer;
  } catch {
    // An answer that is not JSON gets the same message as JSON of another form.
  }
  throw new Failure(
    'NOT_A_GATEWAY',
    `${base} answered ${response.status}, but not like the GraphQL API: check --url or GIVEAWAYS_URL.`,
    { url: base, status: response.status, retryable: response.status >= 500 },
  );
}

function toFailure(
  { message, extensions = {} }: { readonly message: string; readonly extensions?: FailureFacts },
  response: Response,
  tokenSource: string | undefined,
): Failure {
  const { code, ...facts } = extensions;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Failure(code ?? 'INTERNAL', message, {
    ...facts,
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
    ...(tokenSource !== undefined &&
      (code === 'UNAUTHENTICATED' || code === 'UNAUTHORIZED') && { credential: tokenSource }),
  });
}
