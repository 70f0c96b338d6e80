import type { HttpResponse } from '../load/response-reader.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)$/;

interface Connection {
  readonly edges: readonly { readonly node: Readonly<Record<string, unknown>> }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** The content of a response to the feed query in one form: listings in order with all their fields. */
export function feedContent(response: Pick<HttpResponse, 'status' | 'body'>): string {
  const [connection] = Object.values(requireNoErrors<Record<string, Connection>>(response));
  if (connection === undefined)
    throw new Error(`Not an answer to the feed query: ${response.body.toString()}`);
  const nodes = connection.edges.map(({ node }) => node);
  if (nodes.length === 0) throw new Error('The feed is empty.');
  return JSON.stringify({ nodes: nodes.map(sorted), hasNextPage: connection.pageInfo.hasNextPage });
}

/** The data of a GraphQL response; throws when it has errors. */
export function requireNoErrors<Data>({ status, body }: Pick<HttpResponse, 'status' | 'body'>): Data {
  const { data, errors } = JSON.parse(body.toString()) as { data?: Data | null; errors?: unknown };
  if (status !== 200 || errors !== undefined || data == null) {
    throw new Error(`Not an answer to the query (${status}): ${body.toString().slice(0, 600)}`);
  }
  return data;
}

/** Throws with the first difference. */
export function requireSameContent(name: string, expected: string, got: string): void {
  if (expected === got) return;
  let at = 0;
  while (expected[at] === got[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  throw new Error(`${name} answers something else: …${around(got)}… instead of …${around(expected)}…`);
}

/** The value with sorted members, and instants in one form. */
export function sorted(value: unknown): unknown {
  if (typeof value === 'string' && INSTANT.test(value)) return new Date(value).toISOString();
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
