import { Environment, fetchQuery, Network, RecordSource, Store, graphql } from 'relay-runtime';
import type { relayFeedQuery } from './__generated__/relayFeedQuery.graphql.ts';
import FEED from './__generated__/relayFeedQuery.graphql.ts';
import WINNERS from './__generated__/relayWinnersQuery.graphql.ts';

// The compiler of Relay reads these texts; they are not executed.
export const documents = () => [
  graphql`
    query relayFeedQuery($first: Int!) {
      feed(first: $first) {
        edges {
          cursor
          node {
            id
            title
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  graphql`
    query relayWinnersQuery {
      giveaways(first: 2) {
        edges {
          node {
            id
            rounds(first: 2) {
              edges {
                node {
                  id
                  entries(first: 2) {
                    edges {
                      node {
                        id
                        passport {
                          id
                          owner
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
];

/** Reads the feed, and giveaways with rounds, entries and passports, into Relay's store. */
export async function run(url: string): Promise<object> {
  const network = Network.create(async ({ text }, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  });
  const store = new Store(new RecordSource());
  const environment = new Environment({ network, store });
  const data = await fetchQuery<relayFeedQuery>(environment, FEED, { first: 3 }).toPromise();
  await fetchQuery(environment, WINNERS, {}).toPromise();
  const ids = store.getSource().getRecordIDs();
  const countOf = (prefix: string) => ids.filter((id) => id.startsWith(prefix)).length;
  return {
    titles: data?.feed.edges.map(({ node }) => node.title),
    listings: countOf('lst_'),
    giveaways: countOf('gwy_'),
    passports: countOf('psp_'),
  };
}
