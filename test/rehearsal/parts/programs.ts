import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { postgresPrograms } from '../../support/database/postgres-cluster.ts';
import { redisProgram } from '../../support/database/redis-server.ts';

/** Where the programs of a rehearsal are. */
export interface Programs {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly redis: string;
  readonly etcd: string;
  readonly patroni: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
  readonly prometheus: string;
}

/** The Debian package of each. */
const PACKAGES: Readonly<Record<keyof Programs, string>> = {
  postgres: 'postgresql',
  redis: 'redis-server',
  etcd: 'etcd-server',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  prometheus: 'prometheus',
};

/** Throws an Error that names the packages to install when programs are missing. */
export function findPrograms(): Programs {
  const found: Partial<Programs> = Object.fromEntries(
    Object.keys(PACKAGES).map((name) => [name, findProgram(name as keyof Programs)]),
  );
  const missing = Object.entries(PACKAGES).filter(([name]) => found[name as keyof Programs] === undefined);
  if (missing.length === 0) return found as Programs;
  const packages = missing.map(([, name]) => name).join(' ');
  throw new Error(
    `The rehearsal needs further programs: apt-get install --no-install-recommends ${packages}`,
  );
}

/** Where this program is; undefined on a machine without it. */
export function findProgram(name: keyof Programs): string | undefined {
  if (name === 'postgres') return postgresPrograms;
  if (name === 'redis') return redisProgram;
  return [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
