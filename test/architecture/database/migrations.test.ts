import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Migration } from '@mikro-orm/migrations';
import { MIGRATIONS } from '../../../src/adapters/postgres/migrate/migrations.ts';
import { EARLIER_RELEASES, RELEASE } from '../../../src/adapters/postgres/migrate/releases.ts';
import { describeWith } from '../../support/describe-with.ts';

/** Rules that do not apply here, each with the reason. */
const EXCLUDED = [
  // The migrator sets lock_timeout before each migration; backfills and concurrent builds may take long.
  'require-statement-timeout',
  'require-lock-timeout',
  // A migration that fails is rolled back as a whole.
  'prefer-robust-stmts',
  // Types of columns, which rows of the same tables have already.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-text-field',
  'prefer-identity',
];

const names = MIGRATIONS.map(({ name }) => name);
const released = names.indexOf(EARLIER_RELEASES[0].lastMigration);
const require = createRequire(import.meta.url);

function findSquawk(): string | undefined {
  try {
    return join(dirname(require.resolve('squawk-cli/package.json')), 'js/bin/squawk');
  } catch {
    return undefined;
  }
}

/** The statements of a migration. */
async function statementsOf(create: (typeof MIGRATIONS)[number]): Promise<readonly string[]> {
  // It needs no database to add its statements.
  const migration: Migration = new create(undefined as never, undefined as never);
  await migration.up();
  return migration.getQueries().filter((statement) => typeof statement === 'string');
}

it('has the version of the release whose migrations these are', () => {
  const { version } = require('../../../package.json') as { version: string };
  expect(version).toBe(RELEASE);
  for (const { lastMigration } of EARLIER_RELEASES) expect(names).toContain(lastMigration);
});

describeWith(findSquawk(), 'squawk-cli is not installed', 'the migrations since release 0.1.0', (squawk) => {
  async function check(statements: readonly string[], isTransaction: boolean): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'squawk-'));
    const file = join(folder, 'migration.sql');
    await writeFile(file, statements.map((statement) => `${statement.replaceAll('?', 'null')};\n`).join(''));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        squawk,
        '--pg-version=15',
        '--reporter=gcc',
        `--exclude=${EXCLUDED.join(',')}`,
        ...(isTransaction ? ['--assume-in-transaction'] : []),
        file,
      ],
      { encoding: 'utf8' },
    );
    await rm(folder, { recursive: true, force: true });
    return `${stdout}${stderr}`.replaceAll(folder, '');
  }

  it.each([
    [
      'an index that blocks writers',
      'create index listing_title on listing (title)',
      'require-concurrent-index',
    ],
    ['a column without a default', 'alter table listing add column x text not null', 'adding-required-field'],
    ['another type', 'alter table listing alter column title type varchar(9)', 'changing-column-type'],
    ['a column that instances write', 'alter table listing drop column title', 'ban-drop-column'],
    [
      'a tightened column',
      'alter table listing alter column title set not null',
      'adding-not-nullable-field',
    ],
  ])('are not planned with %s', async (_what, statement, rule) => {
    expect(await check([statement], true)).toContain(rule);
  });

  it.each(MIGRATIONS.slice(released + 1).map((each) => [each.name, each] as const))(
    'lock no table for long and remove nothing: %s',
    async (_name, each) => {
      const isTransaction = new each(undefined as never, undefined as never).isTransactional();
      expect(await check(await statementsOf(each), isTransaction)).not.toMatch(/warning|error/);
    },
  );
});
