import { existsSync, readFileSync } from 'node:fs';

/** A part that needs packages which an installation for production leaves out: optional peers of package.json. */
export interface ExtraPart {
  /** The subject of a sentence. */
  readonly name: string;
  readonly packages: readonly string[];
  /** How to do without it. */
  readonly instead: string;
}

/**
 * Returns what to throw for the error of loading a part: when one of its packages is absent, an Error that says how to get it,
 * otherwise the error itself.
 */
export function explainAbsence(error: unknown, { name, packages, instead }: ExtraPart): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isAbsent =
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
    packages.some((each) => String(message).includes(`'${each}`));
  // Another module that is missing is a fault of the installation.
  if (!isAbsent) return error;
  const versions = readPeers();
  const wanted = packages.map((each) => [each, versions[each]].filter(Boolean).join('@'));
  return new Error(
    `${name} needs packages that are not installed: ${instead}, or run npm install --no-save ${wanted.join(' ')}.`,
    { cause: error },
  );
}

// From src/runtime, or from dist/src/runtime.
const PLACES = ['../../package.json', '../../../package.json'];

function readPeers(): Readonly<Record<string, string>> {
  const file = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (file === undefined) return {};
  const { peerDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly peerDependencies?: Readonly<Record<string, string>>;
  };
  return peerDependencies;
}
