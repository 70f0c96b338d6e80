import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { explainAbsence } from '../../../runtime/explain-absence.ts';

const require = createRequire(import.meta.url);
const NAME = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
const PROCESSOR = process.arch === 'x64' ? 'amd64' : process.arch;

/** Finds anvil in the package of this platform, or where its installation script put it. Throws when it is in neither place. */
export function findAnvil(): string {
  const found = candidates(findPackage()).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`There is no anvil for ${process.platform} ${process.arch}: ${INSTEAD}.`);
  return found;
}

const INSTEAD = 'set RPC_URL to a node, or CHAIN to off';

function findPackage(): string {
  try {
    return dirname(require.resolve('@foundry-rs/anvil/package.json'));
  } catch (error) {
    throw explainAbsence(error, {
      name: 'The embedded chain',
      packages: ['@foundry-rs/anvil'],
      instead: INSTEAD,
    });
  }
}

function candidates(main: string): string[] {
  try {
    return [
      require.resolve(`@foundry-rs/anvil-${process.platform}-${PROCESSOR}/bin/${NAME}`),
      join(main, NAME),
    ];
  } catch {
    return [join(main, NAME), join(main, '..', 'dist', NAME)];
  }
}
