import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a file states the version, before and after it. */
const PLACES: Readonly<Record<string, readonly RegExp[]>> = {
  'package.json': [/^( {2}"version": ")[^"]+(")/m],
  // Its head, and the root of its packages.
  'package-lock.json': [/^( {2}"version": ")[^"]+(")/m, /^( {6}"version": ")[^"]+(")/m],
  'clients/typescript/package.json': [/^( {2}"version": ")[^"]+(")/m],
  'deploy/helm/giveaway-gateway/Chart.yaml': [/^(version: )\S+()$/m, /^(appVersion: ')[^']+(')$/m],
};

/** The files that state the version of the package. */
export const VERSION_FILES: readonly string[] = Object.keys(PLACES);

/** Writes the version to each of the files; returns those that had another one. With `isDry` it writes nothing. */
export async function setVersion(root: string, version: string, isDry: boolean): Promise<string[]> {
  const changed: string[] = [];
  for (const [name, places] of Object.entries(PLACES)) {
    const file = join(root, name);
    const text = await readFile(file, 'utf8');
    const written = places.reduce((before, place) => {
      if (!place.test(before)) throw new Error(`${name} states no version.`);
      return before.replace(place, `$1${version}$2`);
    }, text);
    if (written === text) continue;
    changed.push(name);
    if (!isDry) await writeFile(file, written);
  }
  return changed;
}
