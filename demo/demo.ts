/**
 * Plays the main job against a running gateway, step by step: a publisher signs in, makes a key, publishes the
 * listings of listings.json, changes some, withdraws one; a front end reads the feed; the key ends. It can be
 * repeated as often as you like.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as after } from 'node:timers/promises';

const URL_OF_GATEWAY = (process.env['GIVEAWAYS_URL'] || 'http://localhost:4000').replace(/\/+$/, '');
const DATA_DIR = process.env['DATA_DIR'] || '.data';
const MAILS = join(DATA_DIR, 'mail');
const EMAIL = 'demo@example.com';
const CHANGED = 3;
const MAIL_WITHIN_MS = 3_000;
/** Public answers may lag behind by the cache's leave; they normally follow within seconds. */
const SHOWN_WITHIN_MS = 30_000;

type Draft = Readonly<Record<string, string>> & { readonly sourceExternalId: string; readonly title: string };
interface Listing {
  readonly id: string;
  readonly sourceExternalId: string;
  readonly title: string;
  readonly worth: string;
  readonly platform: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
interface FeedPage {
  readonly listings: readonly Listing[];
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

async function main(): Promise<void> {
  const drafts = JSON.parse(
    await readFile(fileURLToPath(new URL('listings.json', import.meta.url)), 'utf8'),
  ) as Draft[];
  const sentence = new Intl.ListFormat('en');

  step(`The gateway at ${URL_OF_GATEWAY}`);
  const { status } = await fetch(`${URL_OF_GATEWAY}/readyz`);
  expectThat(status === 200, `it should be ready, but /readyz answers ${status}`);
  tell('is ready');

  step(`Signing in as ${EMAIL}`);
  const access = await openAccess();

  step('Creating an API key');
  const { apiKey, secret } = (
    await graphql<{ createApiKey: { secret: string; apiKey: { id: string } } }>(
      `
        mutation ($input: CreateApiKeyInput!) {
          createApiKey(input: $input) {
            secret
            apiKey {
              id
            }
          }
        }
      `,
      { input: { ...access.keyOwner, name: 'Demo', scopes: ['giveaways:publish'] } },
      access.token,
    )
  ).createApiKey;
  tell(`${apiKey.id}, whose secret begins ${secret.slice(0, 13)}… and is shown only this once`);

  step(`Publishing ${drafts.length} listings: POST /api/v1/giveaways`);
  const published: Listing[] = [];
  for (const draft of drafts) published.push(await publish(secret, draft));
  for (const { sourceExternalId, title } of published.slice(0, CHANGED))
    tell(`${sourceExternalId}  ${title}`);
  tell(`… and ${published.length - CHANGED} more`);

  step(`Changing the worth of ${CHANGED} of them: the same POST with the same sourceExternalId`);
  const mark = `${100 + (Date.now() % 900)} €`;
  for (const [index, draft] of drafts.slice(0, CHANGED).entries()) {
    const before = published[index];
    const changed = await publish(secret, { ...draft, worth: mark });
    expectThat(changed.id === before?.id, 'the listing should keep its id');
    expectThat(changed.updatedAt > (before?.updatedAt ?? ''), 'updatedAt should move on');
    tell(`${changed.sourceExternalId}  is now worth ${changed.worth}, updated ${changed.updatedAt}`);
  }

  const [changedDraft] = drafts;
  const withdrawnDraft = drafts.at(-1);
  if (!changedDraft || !withdrawnDraft) throw new Error('listings.json holds too few listings.');

  step('Withdrawing the last one, twice: DELETE /api/v1/giveaways?sourceExternalId=…');
  for (const time of ['', ', and a repeat is safe']) {
    const answer = await rest<{ sourceExternalId: string; status: string }>(secret, 'DELETE', withdrawnDraft);
    expectThat(answer.status === 'withdrawn', 'the status should be withdrawn');
    tell(`${answer.sourceExternalId}  ${answer.status}${time}`);
  }

  step('Reading back: GET /api/v1/giveaways?sourceExternalId=…');
  for (const [draft, expected] of [
    [changedDraft, 'published'],
    [withdrawnDraft, 'withdrawn'],
  ] as const) {
    const { listing } = await rest<{ listing: Listing }>(secret, 'GET', draft);
    expectThat(listing.status === expected, `${listing.sourceExternalId} should be ${expected}`);
    tell(`${listing.sourceExternalId}  ${listing.status}, worth ${listing.worth}`);
  }

  step('Reading the public feed by GraphQL, page by page, as anybody may');
  const providers = [...new Set(drafts.map(({ provider }) => provider ?? 'Independent publisher'))];
  const shown = await eventually(
    'the feed should show what was published, changed and withdrawn',
    async () => {
      const all = await readWholeFeed({ providers, includeEnded: true });
      const byId = new Map(all.map((listing) => [listing.id, listing]));
      const missing = published.slice(0, -1).filter(({ id }) => !byId.has(id));
      const isCurrent =
        byId.get(published[0]?.id ?? '')?.worth === mark && !byId.has(published.at(-1)?.id ?? '');
      expectThat(byId.size === all.length, 'no listing should come twice');
      return missing.length === 0 && isCurrent ? all : undefined;
    },
  );
  tell(`${shown.length} listings in pages of 20; the changed ones first, the withdrawn one not among them`);

  const platform = published[0]?.platform ?? 'all';
  step(`Filtering: only the platform ${platform}, ending soonest first`);
  const filtered = await readFeed({ platforms: [platform] }, 'ENDING_SOON');
  expectThat(
    filtered.listings.every((listing) => listing.platform === platform),
    'the filter should hold',
  );
  tell(sentence.format(filtered.listings.slice(0, 3).map(({ title }) => `“${title}”`)) || 'nothing is open');

  const words = changedDraft.title.match(/\p{L}+/gu) ?? [];
  const word = words.toSorted((one, other) => other.length - one.length)[0] ?? changedDraft.title;
  step(`Searching for “${word}”`);
  const found = await eventually('the search should find the listing', async () => {
    const { listings } = await readFeed({ search: word, providers, includeEnded: true });
    return listings.some(({ id }) => id === published[0]?.id) ? listings : undefined;
  });
  tell(sentence.format(found.slice(0, 3).map(({ title }) => `“${title}”`)));

  step('The same as JSON Feed, and nothing when nothing changed');
  const etag = await eventually('a repeat with its ETag should answer 304', async () => {
    const first = await fetch(`${URL_OF_GATEWAY}/feed.json`);
    await first.arrayBuffer();
    const known = first.headers.get('etag') ?? '';
    const second = await fetch(`${URL_OF_GATEWAY}/feed.json`, { headers: { 'if-none-match': known } });
    return first.status === 200 && second.status === 304 ? known : undefined;
  });
  tell(`200 with the ETag ${etag}, then 304 for it`);

  step('Revoking the key');
  await graphql(
    `
      mutation ($input: RevokeApiKeyInput!) {
        revokeApiKey(input: $input) {
          apiKey {
            id
            revokedAt
          }
        }
      }
    `,
    { input: { ...access.keyOwner, id: apiKey.id } },
    access.token,
  );
  const refused = await post(secret, changedDraft);
  expectThat(refused.status === 401, `a revoked key should be refused, but the answer was ${refused.status}`);
  tell('it is refused from now on; its listings stay');
  if (access.isSession)
    await graphql(
      `
        mutation {
          signOut {
            signedOut
          }
        }
      `,
      {},
      access.token,
    );
}

interface Access {
  readonly token: string;
  readonly isSession: boolean;
  /** What the operator adds to say whose key is meant. */
  readonly keyOwner: { readonly account?: string };
}

/** A session by the code in the mail; where no mail can be read here, the operator token does as well. */
async function openAccess(): Promise<Access> {
  const earlier = new Set(await readMailNames());
  try {
    await graphql(
      `
        mutation ($input: RequestSignInCodeInput!) {
          requestSignInCode(input: $input) {
            email
          }
        }
      `,
      {
        input: { email: EMAIL },
      },
    );
    const code = await findCode(earlier);
    if (code !== undefined) {
      const { signIn } = await graphql<{ signIn: { token: string } }>(
        `
          mutation ($input: SignInInput!) {
            signIn(input: $input) {
              token
            }
          }
        `,
        { input: { email: EMAIL, code } },
      );
      tell(`with the code ${code} from the mail in ${MAILS}`);
      return { token: signIn.token, isSession: true, keyOwner: {} };
    }
    tell(`the mail is not in ${MAILS}`);
  } catch (error) {
    tell(`no code: ${(error as Error).message}`);
  }
  const file = join(DATA_DIR, 'operator-token');
  const token =
    process.env['GIVEAWAYS_TOKEN'] || (await readFile(file, 'utf8').catch(() => '')).trim() || undefined;
  if (token === undefined)
    throw new Error(`Set GIVEAWAYS_TOKEN to the operator token: ${file} cannot be read.`);
  tell('so the operator acts for the account');
  return { token, isSession: false, keyOwner: { account: EMAIL } };
}

async function findCode(earlier: ReadonlySet<string>): Promise<string | undefined> {
  for (let waited = 0; waited < MAIL_WITHIN_MS; waited += 100) {
    for (const name of await readMailNames()) {
      if (earlier.has(name)) continue;
      const mail = await readFile(join(MAILS, name), 'utf8');
      const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\n\n')))?.[0];
      if (code !== undefined && mail.includes(EMAIL)) return code;
    }
    await after(100);
  }
  return undefined;
}

async function readMailNames(): Promise<string[]> {
  return readdir(MAILS).catch(() => []);
}

function post(secret: string, draft: Draft): Promise<Response> {
  return fetch(`${URL_OF_GATEWAY}/api/v1/giveaways`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  });
}

async function publish(secret: string, draft: Draft): Promise<Listing> {
  const answer = await post(secret, draft);
  const text = await answer.text();
  expectThat(
    answer.status === 200,
    `publishing ${draft.sourceExternalId} answered ${answer.status}: ${text}`,
  );
  return (JSON.parse(text) as { listing: Listing }).listing;
}

async function rest<Body>(secret: string, method: string, { sourceExternalId }: Draft): Promise<Body> {
  const query = new URLSearchParams({ sourceExternalId });
  const answer = await fetch(`${URL_OF_GATEWAY}/api/v1/giveaways?${query.toString()}`, {
    method,
    headers: { authorization: `Bearer ${secret}` },
  });
  const text = await answer.text();
  expectThat(answer.status === 200, `${method} of ${sourceExternalId} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Body;
}

async function graphql<Data>(query: string, variables: object, token?: string): Promise<Data> {
  const answer = await fetch(`${URL_OF_GATEWAY}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: { message: string }[] };
  if (errors?.[0] || data === undefined) throw new Error(errors?.[0]?.message ?? `GraphQL: ${answer.status}`);
  return data;
}

const FEED = `query ($after: String, $filter: FeedFilter, $orderBy: FeedOrder) {
  feed(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
    edges { node { id sourceExternalId title worth platform status createdAt updatedAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

async function readFeed(filter: object, orderBy?: string, cursor?: string): Promise<FeedPage> {
  const { feed } = await graphql<{
    feed: {
      edges: { node: Listing }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  }>(FEED, { filter, orderBy, after: cursor });
  return { listings: feed.edges.map(({ node }) => node), ...feed.pageInfo };
}

async function readWholeFeed(filter: object): Promise<Listing[]> {
  const all: Listing[] = [];
  let page: FeedPage | undefined;
  do {
    page = await readFeed(filter, undefined, page?.endCursor ?? undefined);
    all.push(...page.listings);
  } while (page.hasNextPage);
  return all;
}

async function eventually<Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + SHOWN_WITHIN_MS;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    expectThat(Date.now() < deadline, what);
    await after(500);
  }
}

let steps = 0;
function step(title: string): void {
  process.stdout.write(`\n${(steps += 1)}. ${title}\n`);
}

function tell(line: string): void {
  process.stdout.write(`   ${line}\n`);
}

function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Not as it should be: ${what}.`);
}

main().then(
  () => process.stdout.write('\nEverything did what it should.\n'),
  (error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${cause}\n`);
    if (error instanceof TypeError)
      process.stderr.write(`Is a gateway running at ${URL_OF_GATEWAY}? npm start\n`);
    process.exitCode = 1;
  },
);
