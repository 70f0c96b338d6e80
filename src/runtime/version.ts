import { readFileSync } from 'node:fs';

/** Defined in the one-file download: see web/tools/build.ts. */
declare const BUILT_VERSION: string | undefined;

/** The version, with the commit that it was built from where the build knew it. */
export function readVersion(): string {
  if (typeof BUILT_VERSION === 'string') return BUILT_VERSION;
  return read('../../version.json') ?? read('../../package.json') ?? 'unknown';
}

/** From dist/version.json, which the build writes; in a working copy from package.json. */
function read(file: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as {
      version: string;
    };
    return version;
  } catch {
    return undefined;
  }
}
