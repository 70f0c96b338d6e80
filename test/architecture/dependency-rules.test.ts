import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'migrations', 'test', 'web'];

interface Cruise {
  /** The modules of the folders, without packages. */
  readonly modules: readonly string[];
  /** Names of the broken rules, each once. */
  readonly broken: readonly string[];
  readonly violations: readonly string[];
  readonly rules: readonly string[];
}

type Files = Readonly<Record<string, string>>;

/** A small tree that keeps every rule. */
const LAWFUL: Files = {
  'package.json': '{"type":"module","dependencies":{"zod":"*","express":"*","@noble/hashes":"*"}}',
  'node_modules/zod/package.json': '{"name":"zod","main":"index.js"}',
  'node_modules/zod/index.js': '',
  'node_modules/express/package.json': '{"name":"express","main":"index.js"}',
  'node_modules/express/index.js': '',
  'src/core/listing.ts': `import { z } from 'zod'; import type { Clock } from './clock.ts'; export const a = z as Clock;`,
  'src/core/clock.ts': 'export type Clock = unknown;',
  'src/core/giveaways/create-giveaway.ts': `import '../rounds/schedule.ts';`,
  'src/core/giveaways/giveaway-id.ts': 'export type GiveawayId = string;',
  'src/core/rounds/schedule.ts': 'export type Schedule = unknown;',
  'src/core/rounds/round-id.ts': `import type { GiveawayId } from '../giveaways/giveaway-id.ts'; export type RoundId = GiveawayId;`,
  'src/core/provider-api/operations.ts': `import '../giveaways/create-giveaway.ts'; export type Operations = unknown;`,
  'src/adapters/rest/routes.ts': `import 'express'; import './status.ts'; import { a } from '../../core/listing.ts'; export { a };`,
  'src/adapters/ports/store.ts': `import type { Clock } from '../../core/clock.ts'; export type Rows = Clock;`,
  'src/adapters/ports/site.ts': 'export type Site = unknown;',
  'src/adapters/rest/status.ts': `import type {} from 'node:http'; export const status = 200;`,
  'src/adapters/postgres/store.ts': `import type { Rows } from '../ports/store.ts'; export type Store = Rows;`,
  'src/runtime/loop.ts': `import './timer.ts'; import 'node:timers/promises';`,
  'src/runtime/timer.ts': 'export const timer = 1;',
  'src/adapters/postgres/embedded/open.ts': 'export type Opened = unknown; export const open = 1;',
  'src/adapters/postgres/database.ts': `import type { Opened } from './embedded/open.ts'; export const late = async (): Promise<Opened> => import('./embedded/open.ts');`,
  'src/adapters/postgres/pool.ts': `import '../../runtime/loop.ts';`,
  'src/config/config.ts': 'export const config = {};',
  'src/app/create-app.ts': `import '../adapters/rest/routes.ts'; import '../adapters/postgres/store.ts'; export const app = {};`,
  'src/emit-schema.ts': `import './adapters/rest/routes.ts';`,
  'src/verification/verify.ts': `import '../core/rounds/schedule.ts'; import '@noble/hashes'; export const verify = 1;`,
  'node_modules/@noble/hashes/package.json': '{"name":"@noble/hashes","main":"index.js"}',
  'node_modules/@noble/hashes/index.js': '',
  'src/main.ts': `import './config/config.ts'; import './app/create-app.ts'; import './adapters/http/server.ts';`,
  'src/adapters/http/server.ts': 'export const server = {};',
  'web/routes.ts': `import '../src/core/draws/draw.ts'; import './page.tsx'; import '../src/adapters/ports/site.ts';`,
  'web/page.tsx': 'export const page = {};',
  'src/core/draws/draw.ts': 'export const draw = 1;',
  'test/listing.test.ts': `import '../src/adapters/rest/routes.ts';`,
  'src/cli/main.ts': `import '../../clients/typescript/src/graphql.ts';`,
  'clients/typescript/src/graphql.ts': `import './retry.ts'; export const graphql = 1;`,
  'clients/typescript/src/retry.ts': 'export const retry = 1;',
};

/** What is added to the lawful tree, by the one rule that it breaks. */
const PLANTED: readonly (readonly [rule: string, how: string, files: Files])[] = [
  ['core-imports-only-core', 'an adapter', { 'src/core/x.ts': `import '../adapters/rest/status.ts';` }],
  [
    'core-imports-only-core',
    'only a type of an adapter',
    { 'src/core/x.ts': `import type { Store } from '../adapters/postgres/store.ts'; export type X = Store;` },
  ],
  [
    'core-imports-only-core',
    'a type of an adapter within an expression',
    { 'src/core/x.ts': `export type X = import('../adapters/postgres/store.ts').Store;` },
  ],
  [
    'core-imports-only-core',
    'the configuration',
    { 'src/core/x.ts': `export * from '../config/config.ts';` },
  ],
  [
    'core-imports-only-core',
    'the wiring, late',
    { 'src/core/x.ts': `export const x = () => import('../app/create-app.ts');` },
  ],
  ['verification-runs-anywhere', 'a built-in module', { 'src/verification/x.ts': `import 'node:crypto';` }],
  ['verification-runs-anywhere', 'a large package', { 'src/verification/x.ts': `import 'express';` }],
  [
    'verification-runs-anywhere',
    'another capability of the core',
    { 'src/verification/x.ts': `import '../core/giveaways/create-giveaway.ts';` },
  ],
  ['core-imports-no-package-but-zod', 'a package', { 'src/core/x.ts': `import 'express';` }],
  [
    'core-imports-no-package-but-zod',
    'only a type of a package',
    { 'src/core/x.ts': `import type {} from 'express';` },
  ],
  ['core-imports-no-package-but-zod', 'a built-in module', { 'src/core/x.ts': `import 'node:crypto';` }],
  [
    'capabilities-build-on-those-below',
    'a capability above',
    { 'src/core/rounds/x.ts': `import '../provider-api/operations.ts';` },
  ],
  [
    'capabilities-build-on-those-below',
    'only a type of a capability above',
    {
      'src/core/values/x.ts': `import type { Schedule } from '../rounds/schedule.ts'; export type X = Schedule;`,
    },
  ],
  [
    'capabilities-are-known',
    'a capability without a place',
    { 'src/core/raffles/y.ts': 'export const y = 1;', 'src/core/rounds/x.ts': `import '../raffles/y.ts';` },
  ],
  [
    'root-of-the-core-is-below-capabilities',
    'only a type of a capability',
    { 'src/core/x.ts': `import type { Schedule } from './rounds/schedule.ts'; export type X = Schedule;` },
  ],
  [
    'adapters-meet-only-in-app',
    'a neighbour',
    { 'src/adapters/rest/x.ts': `import '../postgres/store.ts';` },
  ],
  [
    'adapters-meet-only-in-app',
    'a neighbour whose name begins alike',
    {
      'src/adapters/rest-legacy/y.ts': 'export const y = 1;',
      'src/adapters/rest/x.ts': `import '../rest-legacy/y.ts';`,
    },
  ],
  [
    'adapters-meet-only-in-app',
    'from a file without a folder',
    { 'src/adapters/x.ts': `import './rest/status.ts';` },
  ],
  [
    'adapters-meet-only-in-app',
    'an interface that knows an adapter',
    { 'src/adapters/ports/x.ts': `import '../rest/status.ts';` },
  ],
  [
    'adapters-import-only-core-and-themselves',
    'the configuration',
    { 'src/adapters/rest/x.ts': `import '../../config/config.ts';` },
  ],
  ['runtime-imports-nothing-of-ours', 'the core', { 'src/runtime/x.ts': `import '../core/listing.ts';` }],
  [
    'runtime-imports-nothing-of-ours',
    'an adapter',
    { 'src/runtime/x.ts': `import '../adapters/rest/status.ts';` },
  ],
  [
    'adapters-are-wired-in-app',
    'in another place',
    { 'src/start.ts': `import './adapters/rest/routes.ts';` },
  ],
  [
    'site-imports-only-its-contract-and-the-rules-of-draws',
    'a use case of the core',
    { 'web/x.ts': `import '../src/core/listing.ts';` },
  ],
  [
    'site-imports-only-its-contract-and-the-rules-of-draws',
    'an interface that it does not share',
    { 'web/x.ts': `import type { Rows } from '../src/adapters/ports/store.ts'; export type X = Rows;` },
  ],
  ['nothing-imports-the-site', 'a page', { 'src/start.ts': `import '../web/page.tsx';` }],
  [
    'command-line-alone-has-the-client-inside',
    'the server',
    { 'src/app/x.ts': `import '../../clients/typescript/src/graphql.ts';` },
  ],
  [
    'client-imports-nothing-of-ours',
    'the core',
    { 'clients/typescript/src/retry.ts': `import '../../../src/core/clock.ts'; export const retry = 1;` },
  ],
  [
    'embedded-parts-are-loaded-on-use',
    'at the start',
    { 'src/adapters/postgres/x.ts': `import { open } from './embedded/open.ts'; export const x = open;` },
  ],
  ['nothing-imports-main', 'a test', { 'test/x.test.ts': `import '../src/main.ts';` }],
  [
    'production-imports-no-tests',
    'a fixture',
    { 'test/support/y.ts': 'export const y = 1;', 'src/x.ts': `import '../test/support/y.ts';` },
  ],
  [
    'independent-verifier-imports-no-product',
    'code of the product',
    { 'test/independent-verifier/draw.ts': `import '../../src/core/draws/draw.ts';` },
  ],
  ['no-cycles', 'of two', { 'src/core/x.ts': `import './y.ts';`, 'src/core/y.ts': `import './x.ts';` }],
  [
    'no-cycles',
    'of types only',
    {
      'src/core/x.ts': `import type { Y } from './y.ts'; export type X = Y;`,
      'src/core/y.ts': `import type { X } from './x.ts'; export type Y = X[];`,
    },
  ],
  ['every-import-resolves', 'a missing file', { 'src/x.ts': `import './missing.ts';` }],
];

describe('the dependency rules', () => {
  const folder = temporaryDirectory('dependency-rules');
  /** Of this repository, the lawful tree, and each planted tree. */
  let cruises: readonly Cruise[];
  beforeAll(async () => {
    const planted = PLANTED.map(([rule, how, files]) => plant(`${rule} ${how}`, files));
    const trees = await Promise.all([plant('lawful', {}), ...planted]);
    cruises = await cruise([[ROOT, ...FOLDERS], ...trees.map((tree) => [tree, 'src', 'test', 'web'])]);
  });

  it('hold for this repository, of which every file is read', () => {
    const { violations, modules } = cruises[0]!;
    const files = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT });
    expect(violations).toEqual([]);
    expect(files.filter((file) => !modules.includes(file))).toEqual([]);
  });

  it('let a lawful tree pass, and have each a violation planted below', () => {
    const { violations, rules } = cruises[1]!;
    expect(violations).toEqual([]);
    expect(new Set(rules)).toEqual(new Set(PLANTED.map(([rule]) => rule)));
  });

  it.each(PLANTED.map(([rule, how], index) => [rule, how, index] as const))(
    '%s: catches %s',
    (rule, _how, index) => {
      expect(cruises[index + 2]!.broken).toEqual([rule]);
    },
  );

  async function plant(name: string, files: Files): Promise<string> {
    const tree = join(folder, name.replaceAll(/\W/g, '-'));
    for (const [path, source] of Object.entries({ ...LAWFUL, ...files })) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), source);
    }
    return tree;
  }
});

/** Applies the rules to trees; each is a directory and its folders. */
async function cruise(trees: readonly (readonly string[])[]): Promise<Cruise[]> {
  const args = [
    `--import=${join(ROOT, 'web/tools/classic-typescript.mjs')}`,
    join(ROOT, 'test/architecture/cruise-trees.mjs'),
    join(ROOT, '.dependency-cruiser.mjs'),
    JSON.stringify(trees),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
  return (JSON.parse(stdout) as Report[]).map(readReport);
}

interface Report {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
  };
}

function readReport({ summary, modules }: Report): Cruise {
  return {
    modules: modules.map(({ source }) => source),
    broken: [...new Set(summary.violations.map(({ rule }) => rule.name))],
    violations: summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
    rules: summary.ruleSetUsed.forbidden.map(({ name }) => name),
  };
}
