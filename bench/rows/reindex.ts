import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startAnvil } from '../chain/anvil.ts';
import { growHistory } from '../chain/history.ts';
import type { Reindexed } from '../chain/reindex.ts';
import { prepareWorld, readTotal } from '../chain/world.ts';
import { spreadOf } from '../harness/bars.ts';
import { adopt } from '../harness/servers/children.ts';
import { isChosen } from '../harness/chosen.ts';
import { databaseBeside, recreateDatabase } from '../harness/servers/database.ts';
import { watchDisturbance } from '../harness/disturbance.ts';
import { BENCH } from '../harness/paths.ts';
import { onServerCore } from '../harness/servers/pinning.ts';
import { waitUntilQuiet } from '../harness/quiet.ts';
import type { Row } from '../harness/row.ts';

const EVENTS = 100_000;
const DATABASE = databaseBeside('chain');
const CONTENDERS = [
  { name: 'gateway on PostgreSQL', environment: { DATABASE_URL: DATABASE } },
  { name: 'gateway on its embedded database', environment: {} },
];

interface Round extends Reindexed {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly disturbance: number;
}

/** Rebuilds the read model from all events of the contracts. */
export const reindex: Row = {
  number: 11,
  title: `re-index from nothing: ${EVENTS.toLocaleString('en')} events in blocks of fifty`,
  async run({ rounds }, log) {
    const { world, file } = await prepareWorld();
    const anvil = await startAnvil({ blockTime: 0, load: file });
    try {
      log('Writing the history …');
      await growHistory(anvil.url, world, EVENTS);
      const entries = await readTotal(anvil.url, world);
      const environment = { RPC_URL: anvil.url, WORLD: JSON.stringify(world) };
      const contenders = CONTENDERS.filter(({ name }) => isChosen(name)).map((contender) => ({
        ...contender,
        rounds: [] as Round[],
      }));
      for (let round = 1; round <= rounds; round += 1) {
        for (const contender of contenders) {
          const { name } = contender;
          const measured = await measure({ ...environment, ...contender.environment }, anvil.pid);
          if (measured.entries !== entries)
            throw new Error(`${name} has ${measured.entries} entries instead of ${entries}.`);
          contender.rounds.push(measured);
          log(
            `round ${round}: ${name} ${measured.perSecond.toFixed(0)} events/s, CPU ${measured.cpuMicros.toFixed(1)} µs an event, disturbed ${measured.disturbance.toFixed(2)}`,
          );
        }
      }
      const results = contenders.map(({ name, rounds }) => ({
        name,
        perSecond: spreadOf(rounds.map(({ perSecond }) => perSecond)),
        cpuMicros: spreadOf(rounds.map(({ cpuMicros }) => cpuMicros)),
        rounds,
      }));
      return {
        facts: { contenders: results },
        table: [
          ['contender', 'events/s min/median/max', 'CPU µs/event min/median/max'],
          ...results.map(({ name, perSecond, cpuMicros }) => [
            name,
            [perSecond.min, perSecond.median, perSecond.max].map((value) => value.toFixed(0)).join(' / '),
            [cpuMicros.min, cpuMicros.median, cpuMicros.max].map((value) => value.toFixed(1)).join(' / '),
          ]),
        ],
        remarks: [],
      };
    } finally {
      await anvil.stop();
    }
  },
};

async function measure(environment: Readonly<Record<string, string>>, node: number): Promise<Round> {
  await recreateDatabase(DATABASE);
  await waitUntilQuiet();
  const [command, args] = onServerCore(join(BENCH, 'chain', 'reindex.ts'));
  const { DATABASE_URL: _others, ...inherited } = process.env;
  const child = spawn(command, args, {
    env: { ...inherited, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  adopt(child);
  const disturbance = watchDisturbance(child.pid ?? 0, node);
  const ended = once(child, 'exit');
  const response = await text(child.stdout);
  await ended;
  if (response === '') throw new Error('The re-index failed.');
  const reindexed = JSON.parse(response) as Reindexed;
  return {
    ...reindexed,
    perSecond: reindexed.events / reindexed.seconds,
    cpuMicros: (reindexed.cpuSeconds * 1e6) / reindexed.events,
    // The process has ended, so its own time counts as another program's: an upper bound.
    disturbance: disturbance(),
  };
}
