import { Option } from 'commander';
import type { Options } from '../command.ts';
import { Failure } from '../failure.ts';

/** The option of commands that work on the database itself. */
export const DATABASE_URL = new Option(
  '--database-url <address>',
  'PostgreSQL of the gateway; when left out, the embedded database in the data folder',
).env('DATABASE_URL');

/** The value of an option that is a text; undefined without one. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** The PostgreSQL of these commands; undefined without one. Throws Failure, which does not contain its password, when it is no URL of one. */
export function databaseUrlOf(options: Options): string | undefined {
  const url = textOf(options, 'databaseUrl');
  if (url === undefined || (URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)))
    return url;
  const message = 'DATABASE_URL must be a URL such as postgres://user:password@host:5432/giveaways.';
  throw new Failure('WRONG_USAGE', message, { exitCode: 2 });
}

/** Loads the server's own modules, which other commands do without. Throws Failure where there is no installation. */
export async function ofInstallation<Modules>(load: () => Promise<Modules>, what: string): Promise<Modules> {
  try {
    return await load();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure(
      'NOT_INSTALLED',
      `The command line in one file cannot ${what}: use the command of the installation of the gateway.`,
      {},
      error,
    );
  }
}

/** The Failure of work on the database, with its error's message. */
export function endAsFailure(code: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Failure) throw error;
    throw new Failure(code, (error as Error).message, {}, error);
  };
}
