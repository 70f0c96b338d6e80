import { parseArgs } from 'node:util';
import { plantDefect } from './planted-defects.ts';

/**
 * npm run simulate -- [--seed N] [--hours H] [--log] [--defect NAME]
 *
 * Each hour has a seed of its own, from N on. `--log` prints what happens; `--defect` plants a defect, and ends when it is found.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    hours: { type: 'string', default: '10000' },
    log: { type: 'boolean', default: false },
    defect: { type: 'string' },
  },
});
const [first, hours] = [Number(values.seed), Number(values.hours)];
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.defect !== undefined) plantDefect(values.defect);
// After the defect was planted.
const { runHour } = await import('./run/hour.ts');
say(`${hours} hours from seed ${first}`);

let done = 0;
let operations = 0;
let failed = 0;
for (let seed = first; done < hours; seed += 1) {
  const report = await runHour({ seed, ...(values.log && { log: say }) });
  done += 1;
  operations += report.operations;
  if (report.violations.length === 0) continue;
  failed += 1;
  say(`\nseed ${seed}:\n${report.violations.map((text) => `  ${text}`).join('\n')}`);
  say(`  To repeat it: npm run simulate -- --seed ${seed} --hours 1 --log`);
  if (values.defect !== undefined) break;
}
say(`${done} hours with ${operations} operations, ${failed} of them with violations`);
process.exitCode = failed > 0 ? 1 : 0;
