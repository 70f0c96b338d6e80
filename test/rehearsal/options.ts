import { parseArgs } from 'node:util';
import { FAULTS } from './faults/faults.ts';
import { RELEASE_FAULTS } from './faults/releases.ts';

export interface Options {
  /** Whether the fault of this name is to happen. */
  wants(fault: { readonly name: string }): boolean;
  /** How long a fault lasts that has to raise no alert. */
  readonly seconds: number;
  /** The load repeats with its seed. */
  readonly seed: number;
  /** Whether the output of the parts stays. */
  readonly keep: boolean;
}

const NAMES = [...RELEASE_FAULTS, ...FAULTS].map(({ name }) => name);
const USAGE = `npm run rehearse -- [--only FAULT,…] [--seconds N] [--seed N] [--keep]

Faults: ${NAMES.join(', ')}.`;

/** Throws an Error with the usage for options that are wrong, or ask for it. */
export function readOptions(args: readonly string[], now: number): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(now % 2 ** 31) },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  const names = values.only?.flatMap((each) => each.split(','));
  const unknown = names?.filter((name) => !NAMES.includes(name)) ?? [];
  if (values.help || unknown.length > 0 || !(seconds > 0) || !Number.isSafeInteger(seed))
    throw new Error([...unknown.map((name) => `There is no fault ${name}.`), USAGE].join('\n'));
  return { wants: ({ name }) => names?.includes(name) ?? true, seconds, seed, keep: values.keep };
}
