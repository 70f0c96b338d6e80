import type { Pool } from 'pg';
import { tracing, type SpanRequest } from '../../../runtime/tracing/tracing.ts';
import type { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';

/** The span of a statement by its name. Neither its text nor its values: they may be personal. */
export const toStatementSpan = (name: string): SpanRequest => ({
  name: `SQL ${name}`,
  kind: 'client',
  facts: { 'db.system.name': 'postgresql', 'db.query.summary': name },
});

/** The span of a statement that a library has written: its verb and its first table are the name. */
export function toUnnamedSpan(text: string): SpanRequest {
  const [, verb = 'statement', table] =
    /^\s*(update)\s+([\w."]+)/i.exec(text) ??
    /^\s*(select|insert|delete|with)\b(?:.*?\s(?:from|into)\s+([\w."]+))?/is.exec(text) ??
    /^\s*(begin|commit|rollback)\b/i.exec(text) ??
    [];
  const words = [verb.toLowerCase(), table?.replaceAll('"', '')];
  return toStatementSpan(words.filter((word) => word !== undefined).join(' '));
}

/** Records the statements that the ORM runs over this pool. Those of `Sql` have a name, and are recorded there. */
export function tracePool(pool: Pool): void {
  if (!tracing.isOn()) return;
  pool.on('connect', (client) => {
    // The ORM passes a text and values, and gets a promise; the other overloads belong to other callers.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const traced = (...args: unknown[]) => {
      const [text] = args;
      if (typeof text !== 'string' || typeof args.at(-1) === 'function') return query(...args);
      return tracing.step(
        () => toUnnamedSpan(text),
        () => query(...args) as Promise<unknown>,
      );
    };
    client.query = traced as typeof client.query;
  });
}

/** The embedded database, whose statements are recorded: for the ORM. */
export function traceEmbedded(pglite: EmbeddedPostgres): EmbeddedPostgres {
  return tracing.isOn()
    ? Object.create(pglite, {
        ...tracedQuery(pglite),
        transaction: {
          enumerable: true,
          value: ((work) =>
            pglite.transaction((transaction) =>
              work(Object.create(transaction, tracedQuery(transaction))),
            )) as EmbeddedPostgres['transaction'],
        },
      })
    : pglite;
}

function tracedQuery(connection: Pick<EmbeddedPostgres, 'query'>): { readonly query: PropertyDescriptor } {
  const query: EmbeddedPostgres['query'] = (text, ...rest) =>
    tracing.step(
      () => toUnnamedSpan(text),
      () => connection.query(text, ...rest),
    );
  // The ORM copies what is enumerable.
  return { query: { enumerable: true, value: query } };
}
