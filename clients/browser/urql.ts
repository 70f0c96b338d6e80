import { cacheExchange, Client, fetchExchange, gql } from '@urql/core';

const FEED = gql`
  query Feed($first: Int!) {
    feed(first: $first) {
      nodes {
        id
        title
      }
    }
  }
`;

/** Reads the feed with urql's default settings. */
export async function run(url: string): Promise<object> {
  const client = new Client({ url, exchanges: [cacheExchange, fetchExchange] });
  const { data, error } = await client.query(FEED, { first: 3 }).toPromise();
  if (error) throw error;
  const byGet = await client.query(FEED, { first: 2 }, { preferGetMethod: 'force' }).toPromise();
  if (byGet.error) throw byGet.error;
  return {
    titles: data.feed.nodes.map(({ title }: { title: string }) => title),
    byGet: byGet.data.feed.nodes.length,
  };
}
