import { baseOf } from '../../clients/typescript/src/gateway-options.ts';
import { createGraphql, GiveawaysError, type Graphql } from '../../clients/typescript/src/graphql.ts';
import { readVersion } from '../runtime/version.ts';
import type { Document } from './documents.ts';
import { Failure, type FailureFacts } from './failure.ts';
import { waiting } from './progress.ts';
import type { Token } from './access/token.ts';

/** Longer than the 60 seconds that an operation may wait for the chain. */
const TIMEOUT_MS = 70_000;
/** The gateway gives an image two minutes. */
const UPLOAD_TIMEOUT_MS = 150_000;
const ATTEMPTS = 3;
/** The codes that GraphQL has for the statuses of REST paths, whose responses to publishers have a message only. */
const CODES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  503: 'SERVICE_UNAVAILABLE',
};

/** Sends operations to the GraphQL API of one gateway. */
export interface GraphqlClient {
  /** Sends an operation with the credential; returns its data. Throws Failure. */
  request<Result>(document: Document<Result, never>, variables?: object): Promise<Result>;
  /** Sends an operation that may be repeated, up to three times when its response is lost. Throws Failure. */
  requestRepeatedly<Result>(document: Document<Result, never>, variables: object): Promise<Result>;
  /** Sends a public operation without the credential. Throws Failure. */
  requestPublic<Result>(document: Document<Result, never>, variables?: object): Promise<Result>;
  /** Sends a file with the credential to a REST path; returns the JSON of the response. Throws Failure. */
  upload<Result>(path: string, file: UploadedFile): Promise<Result>;
}

interface UploadedFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A client of the gateway at this address; with a credential, it acts for the named publisher instead of the credential's own. */
export function createGraphqlClient(
  url: string,
  token: Token | undefined,
  publisher?: string,
): GraphqlClient {
  const options = { url, retries: 0 };
  const asAnybody = createGraphql({ ...options, fetch: toFetch(url) });
  const asCaller =
    token === undefined
      ? asAnybody
      : createGraphql({ ...options, fetch: toFetch(url, { publisher }), credential: token.secret });
  const sendBy =
    (graphql: Graphql, source?: string) =>
    <Result>(document: Document<Result, never>, variables: object = {}): Promise<Result> =>
      // Inputs are made of options, whose values the gateway checks.
      waiting(`Waiting for ${url}`, graphql(document, variables as never)).catch((error: unknown) => {
        throw toFailure(error, url, source);
      });
  const request = sendBy(asCaller, token?.source);
  return {
    request,
    async requestRepeatedly(document, variables) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await request(document, variables);
        } catch (error) {
          const isLost = error instanceof Failure && error.code === 'UNREACHABLE';
          if (!isLost || attempt === ATTEMPTS) throw error;
        }
      }
    },
    requestPublic: sendBy(asAnybody),
    upload: (path, file) =>
      waiting(`Sending to ${url}`, upload(`${baseOf({ url })}${path}`, file, { token, publisher })).catch(
        (error: unknown) => {
          throw toFailure(error, url, token?.source);
        },
      ),
  };
}

async function upload(
  address: string,
  { type, bytes }: UploadedFile,
  { token, publisher }: { readonly token: Token | undefined; readonly publisher: string | undefined },
): Promise<never> {
  const credential = token !== undefined && { authorization: `Bearer ${token.secret}` };
  const headers = { accept: 'application/json', 'content-type': type, ...credential };
  const response = await toFetch(address, { publisher, timeoutMs: UPLOAD_TIMEOUT_MS })(address, {
    method: 'POST',
    headers,
    body: new Uint8Array(bytes),
  }).catch((error: unknown) => {
    throw new GiveawaysError(error);
  });
  const content = await response.text();
  const body = parse(content);
  const message = (body?.['error'] as { readonly message?: unknown } | undefined)?.message;
  // The gateway describes the response of each path.
  if (response.ok && body !== undefined) return body as never;
  if (typeof message !== 'string') throw new GiveawaysError(content, response);
  const code = CODES[response.status] ?? 'INVALID_PAYLOAD';
  throw new GiveawaysError({ error: { code, message } }, response);
}

/** The JSON object of a text; undefined when it is none. */
function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

interface FetchOptions {
  /** The publisher that requests act for. */
  readonly publisher?: string | undefined;
  readonly timeoutMs?: number;
}

/** Ends a request after a while, and refuses redirects: a credential is for the given address only. */
function toFetch(url: string, { publisher, timeoutMs = TIMEOUT_MS }: FetchOptions = {}): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    if (publisher !== undefined) headers.set('publisher', publisher);
    const response = await fetch(input, { ...init, headers, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (location === null || response.status < 300 || response.status >= 400) return response;
    throw new Failure(
      'NOT_A_GATEWAY',
      `${url} redirects to ${location}: give the final address with --url or GIVEAWAYS_URL.`,
      { url, status: response.status },
    );
  };
}

function toFailure(error: unknown, url: string, credential: string | undefined): Error {
  if (!(error instanceof GiveawaysError)) return error as Error;
  const { cause, status, retryAfterSeconds } = error;
  if (cause instanceof Failure) return cause;
  if (status === undefined)
    return new Failure(
      'UNREACHABLE',
      `${url} cannot be reached (${reasonOf(cause)}): start the service there with npm start, or name another address with --url or GIVEAWAYS_URL.`,
      { url, retryable: true },
      cause,
    );
  if (typeof cause === 'string')
    return new Failure(
      'NOT_A_GATEWAY',
      `${url} answered ${status}, but not like the GraphQL API: check --url or GIVEAWAYS_URL.`,
      { url, status, retryable: status >= 500 },
    );
  const { code, message, ...facts } = (cause as { error: FailureFacts & { message: string } }).error;
  // The schema of this release has all that the commands send.
  if (code === 'GRAPHQL_VALIDATION_FAILED')
    return new Failure(
      'OTHER_RELEASE',
      `${url} is of another release than this command (${readVersion()}), most likely of an earlier one: ${message}`,
      { ...facts, url, recommendedAction: 'Upgrade the gateway, or use the command of its release.' },
    );
  return new Failure(code ?? 'INTERNAL', message, {
    ...facts,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(credential !== undefined &&
      (code === 'UNAUTHENTICATED' || code === 'UNAUTHORIZED') && { credential }),
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
