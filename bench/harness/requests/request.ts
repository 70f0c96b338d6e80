/** A client's request; its host name contains no port, so that its bytes are always the same. */
export interface RequestFacts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

// The headers of a browser's GraphQL client; no accept-encoding, so that all answer with the same plain bytes.
const CLIENT_HEADERS = {
  accept: 'application/graphql-response+json,application/json;q=0.9',
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
};

/** A whole HTTP/1.1 request as bytes. */
export function toRequestBytes({ method, path, headers, body }: RequestFacts): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost'];
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  for (const [name, value] of Object.entries({ ...CLIENT_HEADERS, ...headers, ...length })) {
    lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** A POST of JSON. */
export function postJson(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return toRequestBytes({
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
