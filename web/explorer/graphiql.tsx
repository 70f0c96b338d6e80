import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { buildSchema } from 'graphql';
import { createRoot } from 'react-dom/client';
import { EXAMPLES } from './examples.ts';

/** Shows GraphiQL for the GraphQL endpoint. It reads the schema from the service's file, so it needs no introspection. */
export async function showGraphiql(root: HTMLElement, endpoint: URL): Promise<void> {
  const response = await fetch(new URL('schema.graphql', endpoint));
  if (!response.ok) throw new Error(`The schema cannot be read: status ${response.status}.`);
  const schema = buildSchema(await response.text());
  const fetcher = createGraphiQLFetcher({
    url: endpoint.href,
    subscriptionUrl: endpoint.href.replace(/^http/, 'ws'),
  });
  createRoot(root).render(
    <GraphiQL fetcher={fetcher} schema={schema} defaultTabs={[...EXAMPLES]} shouldPersistHeaders={false}>
      <GraphiQL.Logo>
        <a className="back" href="developers">
          Developers
        </a>
      </GraphiQL.Logo>
    </GraphiQL>,
  );
}
