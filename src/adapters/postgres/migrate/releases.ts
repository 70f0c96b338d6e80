/** The release that these sources become, as in package.json. */
export const RELEASE = '0.2.0';

/** The earlier releases, the oldest first, each with the last of its migrations. */
export const EARLIER_RELEASES = [
  { version: '0.1.0', lastMigration: 'OwnSessionsAndEntries20261122006200' },
] as const satisfies readonly EarlierRelease[];

interface EarlierRelease {
  readonly version: string;
  readonly lastMigration: string;
}

/** The oldest release whose instances work on a database of this one: the release before it (docs/upgrades.md). */
export const COMPATIBLE_FROM: string = EARLIER_RELEASES.at(-1)?.version ?? RELEASE;

/** Whether a release is older than another one. */
export function isOlder(release: string, other: string): boolean {
  return release.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** The name of the last migration of a release; undefined of this one. Throws an Error for an unknown release. */
export function lastMigrationOf(release: string): string | undefined {
  if (release === RELEASE) return undefined;
  const found = EARLIER_RELEASES.find(({ version }) => version === release);
  if (found) return found.lastMigration;
  const known = [...EARLIER_RELEASES.map(({ version }) => version), RELEASE].join(', ');
  throw new Error(`${release} is not a release that this program knows: ${known}.`);
}
