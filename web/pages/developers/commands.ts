/** A command to copy, with its id on the page. */
export interface Command {
  readonly id: string;
  readonly text: string;
}

const EXPORT_KEY = 'export GIVEAWAYS_KEY=ggw_live_…';

/** A publisher's first listing, from its key to its withdrawal. `url` is the public URL of the service. */
export function publisherCommands(
  url: string,
): Readonly<Record<'key' | 'publish' | 'read' | 'withdraw', Command>> {
  return {
    key: { id: 'publisher-key', text: EXPORT_KEY },
    publish: {
      id: 'publish',
      text: `curl ${url}/api/v1/giveaways \\
  -H "Authorization: Bearer $GIVEAWAYS_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "sourceExternalId": "summer-bicycle",
    "title": "Win a bicycle for the summer",
    "description": "One bicycle. Free to enter, one entry a person, 18 and over.",
    "landingUrl": "https://shop.example.com/giveaways/bicycle",
    "provider": "Example Shop",
    "worth": "900 €",
    "endDate": "2031-08-31T22:00:00Z"
  }'`,
    },
    read: {
      id: 'read',
      text: `curl -G ${url}/api/v1/giveaways \\
  -H "Authorization: Bearer $GIVEAWAYS_KEY" \\
  -d sourceExternalId=summer-bicycle`,
    },
    withdraw: {
      id: 'withdraw',
      text: `curl -G -X DELETE ${url}/api/v1/giveaways \\
  -H "Authorization: Bearer $GIVEAWAYS_KEY" \\
  -d sourceExternalId=summer-bicycle`,
    },
  };
}

/** A provider's first giveaway, from its key to the winner. */
export function providerCommands(
  url: string,
): Readonly<Record<'key' | 'create' | 'provision' | 'draw' | 'result', Command>> {
  return {
    key: { id: 'provider-key', text: EXPORT_KEY },
    create: {
      id: 'create-giveaway',
      text: `curl ${url}/api/provider/integrations/create-giveaway \\
  -H "Authorization: Bearer $GIVEAWAYS_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "giveawayId": "first",
    "startTime": '$(date +%s)',
    "endTime": '$(($(date +%s) + 120))',
    "determinationType": 1,
    "title": "Our first giveaway"
  }'`,
    },
    provision: {
      id: 'provision-entrant',
      text: `curl ${url}/api/provider/integrations/provision-entrant \\
  -H "Authorization: Bearer $GIVEAWAYS_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: first-entrant' \\
  -d '{ "ownershipMode": "managed_wallet", "giveawayId": "first", "amount": 3 }'`,
    },
    draw: {
      id: 'draw-winner',
      text: `curl ${url}/api/provider/integrations/draw-winner \\
  -H "Authorization: Bearer $GIVEAWAYS_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{ "giveawayId": "first" }'`,
    },
    result: {
      id: 'result',
      text: `curl ${url}/graphql \\
  -H 'Content-Type: application/json' \\
  -d '{
    "query": "{ giveaways(first: 3) { nodes { id giveawayId rounds(first: 1) { nodes { state entriesCounted winner { passportId wallet } } } } } }"
  }'`,
    },
  };
}

/** A front end's first queries. */
export function frontEndCommands(
  url: string,
): Readonly<Record<'query' | 'script' | 'feed' | 'schema', Command>> {
  return {
    query: {
      id: 'query',
      text: `curl ${url}/graphql \\
  -H 'Content-Type: application/json' \\
  -d '{
    "query": "query ($filter: FeedFilter) { feed(first: 3, filter: $filter, orderBy: ENDING_SOON) { edges { node { id title landingUrl worth endDate verified } } pageInfo { hasNextPage endCursor } } }",
    "variables": { "filter": { "endsBefore": "2040-01-01T00:00:00Z" } }
  }'`,
    },
    script: {
      id: 'script',
      text: `const response = await fetch('${url}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query: '{ feed(first: 3) { edges { node { title landingUrl } } } }',
  }),
});
const { data } = await response.json();
console.log(data.feed.edges.map(({ node }) => node.title));`,
    },
    feed: { id: 'feed', text: `curl '${url}/feed.json?orderBy=ENDING_SOON&first=3'` },
    schema: { id: 'schema', text: `curl -O ${url}/schema.graphql` },
  };
}
