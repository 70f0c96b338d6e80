import { parseArgs } from 'node:util';
import { ensureScale, SCALES } from './scale.ts';

/** Seeds the database of one size by hand: `run-scale.ts --name scale --listings 5000000 --entries 10000000`. */
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'scale' },
    listings: { type: 'string' },
    entries: { type: 'string' },
    audit: { type: 'string' },
  },
});
const { full } = SCALES;
const scale = {
  listings: Number(values.listings ?? full.listings),
  entries: Number(values.entries ?? full.entries),
  auditEntries: Number(values.audit ?? full.auditEntries),
};
process.stdout.write(
  `${await ensureScale(values.name, scale, (message) => process.stderr.write(`${message}\n`))}\n`,
);
