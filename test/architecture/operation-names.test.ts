import { describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSchema } from '../../src/adapters/graphql/gateway/schema.ts';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';

// They find the objects of other reads by their ids.
const NODES = ['node', 'nodes'];
/** What the field reads is the name of a type of the core, so the core adds a verb. */
const WITH_VERB: Readonly<Record<string, string>> = {
  operation: 'findOperation',
  listing: 'findListing',
  listingDraft: 'findListingDraft',
  listingReport: 'findListingReport',
  listingObjection: 'findListingObjection',
  publisher: 'findPublisher',
  feed: 'readFeed',
  feedFacets: 'readFeedFacets',
};

const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const toCamel = (name: string) => name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
const namesOf = (pattern: string) => globSync(pattern).map((file) => basename(file, '.ts'));

/** The use case or operation of this name, exported by the core's file of this name. */
async function findUseCase(name: string): Promise<object | undefined> {
  const files = globSync(`src/core/**/${toKebab(name)}.ts`);
  expect(files).toHaveLength(1);
  const module = (await import(pathToFileURL(files[0] ?? '').href)) as Readonly<Record<string, unknown>>;
  const found = module[name];
  return typeof found === 'object' && found !== null ? found : undefined;
}

const isUseCase = {
  execute: expect.any(Function),
  permission: expect.anything(),
  input: expect.anything(),
};

describe('One operation has one name', () => {
  const schema = createSchema();
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const endpoints = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint);
  const reads = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter(
    (field) => !NODES.includes(field),
  );
  const changes = mutations.filter((field) => !endpoints.includes(toKebab(field)));

  it.each([...reads, ...changes])('%s of GraphQL is a use case of that name in the core', async (field) => {
    expect(await findUseCase(WITH_VERB[field] ?? field)).toMatchObject(isUseCase);
  });

  it.each(endpoints)('%s of providers is exported under that name by the core', async (endpoint) => {
    expect(await findUseCase(toCamel(endpoint))).toBe(
      PROVIDER_OPERATIONS.find((operation) => operation.endpoint === endpoint),
    );
  });

  it.each(endpoints)('%s of providers is a mutation of GraphQL', (endpoint) => {
    expect(mutations).toContain(toCamel(endpoint));
  });

  it('each operation that the core declares is on the list of the provider API', async () => {
    const declared = new Set<unknown>();
    for (const file of globSync('src/core/**/*.ts')) {
      const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
      for (const value of Object.values(module))
        if (typeof value === 'object' && value !== null && 'endpoint' in value) declared.add(value);
    }
    expect(declared).toEqual(new Set(PROVIDER_OPERATIONS));
  });

  it.each(namesOf('src/adapters/rest/{v1,legacy}/*.ts'))(
    '%s of REST is a use case of that name in the core',
    async (name) => {
      expect(await findUseCase(toCamel(name))).toMatchObject(isUseCase);
    },
  );

  it('finds the operations of each API', () => {
    expect(endpoints).toContain('issue-entries');
    expect(reads).toContain('feed');
    expect(changes).toContain('publishListing');
    expect(reads.length + changes.length).toBeGreaterThan(15);
  });
});
