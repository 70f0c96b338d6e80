import { GraphQLScalarType } from 'graphql';

/** The public feed, as in the product's schema. */
export const typeDefs = /* GraphQL */ `
  scalar DateTime

  enum FeedOrder {
    RECENTLY_UPDATED
    NEWEST
    ENDING_SOON
  }
  enum PublisherKind {
    ACCOUNT
    SERVICE_CLIENT
  }

  input FeedFilter {
    platforms: [String!]
    providers: [String!]
    verified: Boolean
    search: String
    endsBefore: DateTime
    endsAfter: DateTime
    includeEnded: Boolean
  }

  type Publisher {
    id: ID!
    kind: PublisherKind!
    createdAt: DateTime!
  }
  type Listing {
    id: ID!
    sourceExternalId: String!
    title: String!
    description: String!
    landingUrl: String!
    provider: String!
    image: String
    platform: String!
    worth: String!
    instructions: String!
    endDate: DateTime
    verified: Boolean!
    createdAt: DateTime!
    updatedAt: DateTime!
    publisher: Publisher
  }
  type ListingEdge {
    cursor: String!
    node: Listing!
  }
  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  type FeedConnection {
    edges: [ListingEdge!]!
    pageInfo: PageInfo!
  }
  type Query {
    feed(first: Int, after: String, filter: FeedFilter, orderBy: FeedOrder): FeedConnection!
  }
`;

/** Formats instants as ISO 8601 with milliseconds. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize: (value) => (value as Date).toISOString(),
  parseValue: (value) => new Date(String(value)),
});
