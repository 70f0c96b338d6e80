/** A tab of the explorer. */
interface ExplorerExample {
  readonly query: string;
  readonly variables?: string;
  readonly headers?: string;
}

const CREDENTIAL = `{
  "Authorization": "Bearer ggw_live_your_key"
}`;

/** The tabs that the explorer opens with: an example for a visitor, a publisher, a provider and an analyst. */
export const EXAMPLES: readonly ExplorerExample[] = [
  {
    query: `# Visitors: the listings that end next. Everybody may read them.
query Visitor {
  feed(first: 5, orderBy: ENDING_SOON) {
    edges {
      node {
        title
        landingUrl
        endDate
        verified
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  },
  {
    query: `# Publishers: your own listings. Put your API key into the headers below.
query Publisher {
  myListings(first: 10) {
    edges {
      node {
        sourceExternalId
        title
        status
      }
    }
  }
}
`,
    headers: CREDENTIAL,
  },
  {
    query: `# Providers: issue entries. Put your API key into the headers below.
mutation Provider($input: IssueEntriesInput!) {
  issueEntries(input: $input) {
    operation {
      id
      status
      transactionHash
    }
    entry {
      entries
    }
  }
}
`,
    variables: `{
  "input": {
    "giveawayId": "first",
    "passportId": 1,
    "amount": 4,
    "idempotencyKey": "order-1001"
  }
}`,
    headers: CREDENTIAL,
  },
  {
    query: `# Analysts: numbers of the feed and of the draws on the chain.
query Analyst($from: String!, $to: String!) {
  statistics(from: $from, to: $to) {
    days {
      day
      listings
      draws
      entries
    }
  }
  feedFacets {
    platforms {
      name
      count
    }
    endingWithinWeek
    isExact
  }
  giveaways(first: 10) {
    nodes {
      title
      rounds(first: 3) {
        nodes {
          index
          state
          entriesCounted
          entriesIssued
          winner {
            passportId
          }
        }
      }
    }
  }
}
`,
    variables: `{
  "from": "2026-11-01",
  "to": "2026-11-30"
}`,
  },
];
