/** Untyped: the expectations check what a response contains. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** The response of a gateway. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: Json;
}

export interface Sent {
  /** The bearer credential. */
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Gives up the request. */
  readonly signal?: AbortSignal;
}

/** Sends one request. */
export async function send(
  method: string,
  url: string,
  { key, headers = {}, body, signal }: Sent = {},
): Promise<HttpResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: toBody(body) }),
    ...(signal && { signal }),
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function toBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The nodes of one page of a connection. */
export const nodesOf = (connection: Json): Json[] => connection.edges.map(({ node }: Json) => node);
