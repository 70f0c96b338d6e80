import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createSchema } from '../../src/adapters/graphql/gateway/schema.ts';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const names = (pattern: string) => globSync(pattern).map((file) => basename(file, '.ts'));

// They read what is already there, without a use case of their own.
const PLAIN_READS = [
  'listing',
  'node',
  'giveaway',
  'giveaways',
  'round',
  'passport',
  'passports',
  'drawProof',
];

describe('One operation has one name', () => {
  const core = new Set(names('src/core/**/*.ts'));
  const schema = createSchema();
  const fields = [schema.getQueryType(), schema.getMutationType()]
    .flatMap((type) => Object.keys(type?.getFields() ?? {}))
    .filter((field) => !PLAIN_READS.includes(field));

  it.each(fields)('%s of GraphQL is a file of that name in the core', (field) => {
    expect(core).toContain(kebab(field));
  });

  it.each(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint))(
    '%s of providers is a file of that name in the core, and a mutation',
    (endpoint) => {
      expect(core).toContain(endpoint);
      expect(Object.keys(schema.getMutationType()?.getFields() ?? {}).map(kebab)).toContain(endpoint);
    },
  );

  it('no core file declares an operation of providers that has no door', () => {
    const declared = globSync('src/core/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bendpoint: '([a-z-]+)',$/gm)].map(([, endpoint]) => endpoint),
    );
    const changes = ['issue-entries', 'remove-entries'];
    expect(new Set([...declared, ...changes])).toEqual(
      new Set(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint)),
    );
  });

  it.each(names('src/adapters/rest/{v1,legacy}/*.ts'))(
    '%s of REST is a file of that name in the core',
    (name) => {
      expect(core).toContain(name);
    },
  );

  it('finds the use cases of every capability', () => {
    const capabilities = new Set(globSync('src/core/**/*.ts').map((file) => basename(dirname(file))));
    expect([...capabilities]).toEqual(
      expect.arrayContaining(['listings', 'api-keys', 'accounts', 'feed', 'audit']),
    );
    expect(fields.length).toBeGreaterThan(15);
  });
});
