import type { Document } from './documents/generated.ts';
import { baseOf, USUAL_RETRIES, type GatewayOptions } from './gateway-options.ts';
import { GiveawaysError } from './giveaways-error.ts';
import { withRetries } from './retry.ts';

export type { Document } from './documents/generated.ts';
export type { GatewayOptions } from './gateway-options.ts';
export { GiveawaysError } from './giveaways-error.ts';

/** How one request is sent. */
export interface GraphqlRequest {
  /** Ends the request, and its repetitions. */
  readonly signal?: AbortSignal;
  /**
   * Whether the request is repeated after 429, 5xx and network failures: queries are by default. Say so of a mutation with an
   * `idempotencyKey`, a `creationId` or a `rotationId` in its input.
   */
  readonly isRepeatable?: boolean;
}

/** The variables of a document; they may be left out where none is required. */
type Rest<Variables> =
  Record<never, never> extends Variables
    ? [variables?: Variables, request?: GraphqlRequest]
    : [variables: Variables, request?: GraphqlRequest];

/** Sends an operation, and returns its data. Rejects with a GiveawaysError. */
export type Graphql = <Result, Variables>(
  document: Document<Result, Variables>,
  ...rest: Rest<Variables>
) => Promise<Result>;

interface GraphqlResponse {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: object }[];
}

/**
 * A function that sends operations to the GraphQL API of a gateway. The documents of this package have the types of their
 * responses and variables, and so have those that GraphQL Code Generator makes as strings. A text without types works too.
 */
export function createGraphql(options: GatewayOptions): Graphql {
  const { credential, retries = USUAL_RETRIES, fetch = globalThis.fetch } = options;
  const address = `${baseOf(options)}/graphql`;
  return async (document, variables?: unknown, request: GraphqlRequest = {}) => {
    const { isRepeatable = isQuery(document), signal } = request;
    const token = typeof credential === 'function' ? await credential() : credential;
    const send = isRepeatable ? withRetries(fetch, retries) : fetch;
    const response = await send(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: document, variables }),
      ...(signal && { signal }),
    }).catch(rejectUnreachable);
    const { data, errors } = readResponse(await response.text().catch(rejectUnreachable), response);
    const [error] = errors ?? [];
    // The types of a document come from the schema that the gateway serves.
    if (error === undefined) return data as never;
    throw new GiveawaysError({ error: { message: error.message, ...error.extensions } }, response);
  };
}

function isQuery(document: string): boolean {
  return /^\s*(?:query\b|\{)/.test(document);
}

function rejectUnreachable(error: unknown): never {
  throw new GiveawaysError(error);
}

/** Throws a GiveawaysError for a response that is not one of a GraphQL API. */
function readResponse(text: string, response: Response): GraphqlResponse {
  try {
    const result = JSON.parse(text) as GraphqlResponse | null;
    if (result !== null && (result.data !== undefined || Array.isArray(result.errors))) return result;
  } catch {
    // A response that is not JSON gets the same error as JSON of another form.
  }
  throw new GiveawaysError(text, response);
}
