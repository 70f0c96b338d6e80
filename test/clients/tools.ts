import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** The folder of the clients and the code generators, which has packages of its own. */
export const CLIENTS = 'clients';

/** Why their suites are skipped. */
export const NOT_INSTALLED = 'npm ci --prefix clients installs what it needs';

/** Whether the packages are installed: npm writes this file at the end of an installation. */
export const areInstalled = existsSync(`${CLIENTS}/node_modules/.package-lock.json`);

/** Runs a command of the packages; returns what it printed. Rejects when it fails. */
export async function runTool(name: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(`node_modules/.bin/${name}`, args, { cwd: CLIENTS });
  return stdout + stderr;
}
