import type { withMigrator as WithMigrator } from '../../app/start/open-migrator.ts';
import { needed, type CommandRow, type CommandWork, type Options, type Result } from '../command.ts';
import { Failure } from '../failure.ts';
import { printable, toTable } from '../print.ts';
import { DATABASE_URL, databaseUrlOf, ofInstallation, endAsFailure } from './of-installation.ts';

type Work = Parameters<typeof WithMigrator<Result>>[1];
type Migrator = Parameters<Work>[0];

/** giveaways migrate status, plan, up, down: they need the gateway's database, and no gateway. */
export const MIGRATE_ROWS: readonly CommandRow[] = [
  {
    name: 'status',
    what: 'shows the migrations that ran, with their release, and those that have not',
    options: [DATABASE_URL],
    isLocal: true,
    work: onDatabase(async (migrator, release) => showState(release, await migrator.state())),
  },
  {
    name: 'plan',
    what: 'shows what the migrations that have not run would execute',
    options: [DATABASE_URL],
    isLocal: true,
    work: onDatabase(async (migrator) => {
      await requireRestored(migrator);
      const plan = await migrator.plan((await migrator.state()).pending);
      const texts = plan.map(
        ({ name, how, statements }) =>
          `-- ${name}: ${HOW[how]}\n${statements.map((each) => `${each};`).join('\n')}`,
      );
      return { document: plan, text: texts.length > 0 ? texts.join('\n\n') : NOTHING };
    }),
  },
  {
    name: 'up',
    what: 'runs the migrations that have not run, while the release before this one serves',
    options: [DATABASE_URL],
    isLocal: true,
    work: onDatabase(async (migrator) => {
      await requireRestored(migrator);
      return showNames('ran', await migrator.up());
    }),
  },
  {
    name: 'down',
    what: 'takes back what came after a release, unless something would be lost; stop later releases first',
    options: [DATABASE_URL, needed('--to <release>', 'the release to go back to, such as 0.1.0')],
    isLocal: true,
    work: onDatabase(async (migrator, _release, { to }) => {
      await requireRestored(migrator);
      return showNames('takenBack', await migrator.down(String(to)));
    }),
  },
];

const NOTHING = 'There is nothing to migrate.';
const HOW = {
  TRANSACTION: 'in a transaction',
  CONCURRENT_INDEXES: 'concurrently, while the tables are written',
  BATCHES: 'in batches',
};

/** Throws a Failure while the database has some of a backup only. */
async function requireRestored(migrator: Migrator): Promise<void> {
  const { halfRestored } = await migrator.state();
  if (halfRestored !== null) throw new Failure('NOT_MIGRATED', halfRestored);
}

function onDatabase(
  work: (migrator: Migrator, release: string, options: Options) => Promise<Result>,
): CommandWork {
  return async (_client, options) => {
    const report = (message: string) => void process.stderr.write(`${printable(message)}\n`);
    const { withMigrator } = await ofInstallation(
      () => import('../../app/start/open-migrator.ts'),
      'migrate',
    );
    const place = { url: databaseUrlOf(options), dataDir: options.dataDir || '.data', report };
    return withMigrator(place, (migrator, release) => work(migrator, release, options)).catch(
      endAsFailure('NOT_MIGRATED'),
    );
  };
}

function showState(release: string, state: Awaited<ReturnType<Migrator['state']>>): Result {
  const { executed, pending, unknown, progress, halfRestored } = state;
  const rows = [
    ...executed.map(({ name, executedAt, release: ranBy }) => [
      name,
      ranBy ?? '0.1.0 or before',
      executedAt.toISOString(),
    ]),
    ...pending.map((name) => {
      const begun = progress.find((each) => each.name === name);
      return [name, release, begun ? `begun, ${begun.done} rows` : 'pending'];
    }),
  ];
  const toRun =
    pending.length > 0
      ? `${pending.length} migrations have not run: giveaways migrate up.`
      : `The database has all migrations of release ${release}.`;
  const verdict = [
    halfRestored ?? toRun,
    ...(unknown.length > 0 ? [`${unknown.length} are of a later release, which works beside this one.`] : []),
  ];
  return {
    document: { release, ...state },
    text: `${toTable(['MIGRATION', 'RELEASE', 'RAN AT'], rows)}\n\n${verdict.join('\n')}`,
  };
}

function showNames(key: string, names: readonly string[]): Result {
  return { document: { [key]: names }, text: names.length > 0 ? names.join('\n') : NOTHING };
}
