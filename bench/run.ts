import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BENCH } from './harness/paths.ts';

const NEEDED_NODE = 24;
/** The rows up to this one read the feed or giveaways. */
const LAST_OF_READS = 7;

if (Number(process.versions.node.split('.')[0]) < NEEDED_NODE) {
  throw new Error(`Node ${NEEDED_NODE} is needed: run this by npm run bench.`);
}
if (!existsSync(join(BENCH, 'node_modules'))) {
  throw new Error('The peers are not installed: run npm install --prefix bench first.');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    // After 2 s the gateway still compiles code and starts its thread of costly reads.
    'warm-up': { type: 'string', default: '8' },
    seed: { type: 'boolean', default: false },
  },
});

// Imported late, since they need the peers' packages.
const { ensureSeed, seed } = await import('./seed/seed.ts');
const { setPeerIndexes } = await import('./seed/peer-indexes.ts');
const { pinLoad } = await import('./harness/servers/pinning.ts');
const { toText, writeResult } = await import('./harness/report.ts');
const { ROWS } = await import('./rows/rows.ts');

const chosen = positionals.map((number) => {
  const row = ROWS.find((one) => String(one.number) === number);
  if (row === undefined)
    throw new Error(`There is no row ${number}; there are ${ROWS.map((one) => one.number).join(', ')}.`);
  return row;
});
const settings = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  warmUpSeconds: Number(values['warm-up']),
};
const log = (message: string) => process.stderr.write(`${message}\n`);

pinLoad();
await (values.seed ? seed(log) : ensureSeed(log));
for (const row of chosen.length > 0 ? chosen : ROWS) {
  log(`Row ${row.number}: ${row.title}`);
  await setPeerIndexes(row.number <= LAST_OF_READS);
  const result = await row.run(settings, log);
  await writeResult(row, settings, result);
  process.stdout.write(`\n${toText(row, result)}\n\n`);
}
