import { MIGRATIONS } from '../../../adapters/postgres/migrate/migrations.ts';
import { RELEASE, isOlder } from '../../../adapters/postgres/migrate/releases.ts';
import type { Manifest } from './manifest.ts';

/** Throws an Error for a backup of a later release whose tables this one does not know. */
export function requireKnownRelease({ release, migrations }: Pick<Manifest, 'release' | 'migrations'>): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) return;
  const newest = [release, ...unknown.flatMap((each) => each.release ?? [])].reduce((one, other) =>
    isOlder(one, other) ? other : one,
  );
  throw new Error(
    `The backup is newer than this program: it is of release ${newest}, this is ${RELEASE}. Use the command of release ${newest}.`,
  );
}
