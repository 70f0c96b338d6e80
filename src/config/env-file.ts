import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Variables by their names. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const MAX_BYTES = 1_048_576;

interface FoundVariables {
  readonly variables: EnvironmentVariables;
  /** The names in the file that are no settings. */
  readonly ignored: readonly string[];
}

/**
 * The variables with those of the file that ENV_FILE names, whose lines win. Throws an Error when it cannot be read; no message shows
 * what is in it.
 */
export function readEnvFile(environment: EnvironmentVariables, settings: readonly string[]): FoundVariables {
  const path = environment['ENV_FILE']?.trim();
  if (!path) return { variables: environment, ignored: [] };
  const file = parseEnv(readText(path));
  const known = new Set(settings);
  return {
    variables: { ...environment, ...file, ENV_FILE: path },
    ignored: Object.keys(file).filter((name) => !known.has(name)),
  };
}

function readText(path: string): string {
  try {
    const status = statSync(path);
    if (!status.isFile()) throw new Error('it is not a file');
    if (status.size > MAX_BYTES) throw new Error('it is larger than a megabyte');
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`The configuration is wrong. ENV_FILE cannot be read: ${code ?? message}.`, {
      cause: error,
    });
  }
}
