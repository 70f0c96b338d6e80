/** The part of the giveaways' schema that row 7 uses, with the product's names. */
export const typeDefs = /* GraphQL */ `
  scalar DateTime
  type Passport {
    id: ID!
    passportId: Int!
    owner: String!
    maxTransfers: Int
    transfersUsed: Int!
    mintedAt: DateTime!
  }
  type Entry {
    id: ID!
    leaf: Int!
    entries: Int!
    changedAt: DateTime!
    passport: Passport
  }
  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  type EntryEdge {
    cursor: String!
    node: Entry!
  }
  type EntryConnection {
    edges: [EntryEdge!]!
    pageInfo: PageInfo!
  }
  type Round {
    id: ID!
    index: Int!
    entriesTotal: Int!
    holders: Int!
    decidedAt: DateTime
    metadataUri: String
    imageUri: String
    entries(first: Int, after: String): EntryConnection!
  }
  type RoundEdge {
    cursor: String!
    node: Round!
  }
  type RoundConnection {
    edges: [RoundEdge!]!
    pageInfo: PageInfo!
  }
  type Giveaway {
    id: ID!
    key: String!
    giveawayId: String!
    providerKey: String!
    startTime: DateTime!
    endTime: DateTime
    determinationType: String!
    requiresHandshake: Boolean!
    rollingEntriesCarryOver: Boolean!
    metadataUri: String
    createdAt: DateTime!
    transactionHash: String!
    rounds(first: Int, after: String): RoundConnection!
  }
  type Query {
    giveaway(id: ID!): Giveaway
  }
`;
