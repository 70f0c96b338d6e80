import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import { firstValueFrom } from 'rxjs';

const FEED = gql`
  query Feed($first: Int!, $after: String, $filter: FeedFilter) {
    feed(first: $first, after: $after, filter: $filter) {
      edges {
        cursor
        node {
          id
          title
          endDate
        }
      }
      pageInfo {
        hasNextPage
        endCursor
        hasPreviousPage
        startCursor
      }
    }
  }
`;

const ROUND = gql`
  subscription Round($giveaway: ID!) {
    roundUpdated(giveaway: $giveaway) {
      id
      state
    }
  }
`;

/** Pages through the feed with a type policy, and waits for the first message of a subscription. */
export async function run(url: string, giveaway: string): Promise<object> {
  const socket = new GraphQLWsLink(createClient({ url: url.replace('http', 'ws') }));
  const link = ApolloLink.split(
    ({ query }) => {
      const definition = getMainDefinition(query);
      return definition.kind === 'OperationDefinition' && definition.operation === 'subscription';
    },
    socket,
    new HttpLink({ uri: url }),
  );
  const cache = new InMemoryCache({
    typePolicies: { Query: { fields: { feed: relayStylePagination(['filter', 'orderBy']) } } },
  });
  const client = new ApolloClient({ link, cache });
  const variables = { first: 2 };
  const { data } = await client.query<any>({ query: FEED, variables });
  const feed = client.watchQuery<any>({ query: FEED, variables });
  const subscription = feed.subscribe(() => {});
  await feed.fetchMore({ variables: { after: data.feed.pageInfo.endCursor } });
  const read = client.readQuery<any>({ query: FEED, variables });
  const titles = read.feed.edges.map(({ node }: any) => node.title);
  subscription.unsubscribe();
  const message: any = await firstValueFrom(
    client.subscribe({ query: ROUND, variables: { giveaway } }) as any,
  );
  return {
    titles,
    cached: Object.keys(cache.extract()).filter((key) => key.startsWith('Listing:')).length,
    state: message.data.roundUpdated.state,
  };
}
