import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configureHaproxy } from '../../support/http/haproxy.ts';
import type { PostgresNode } from './postgres-node.ts';
import { takePort } from './ports.ts';
import { answersOk, defineProgram, type Program } from './program.ts';

/** The balancer in front of the gateways, and of the database's nodes. */
export interface Haproxy extends Program {
  /** Where clients reach the service. */
  readonly url: string;
  /** The port at which connections reach the primary. */
  readonly primaryPort: number;
  /** The port at which connections reach the replica. */
  readonly replicaPort: number;
}

interface HaproxyOptions {
  readonly program: string;
  readonly folder: string;
  readonly gatewayPorts: readonly number[];
  readonly nodes: readonly PostgresNode[];
}

export async function startHaproxy({
  program,
  folder,
  gatewayPorts,
  nodes,
}: HaproxyOptions): Promise<Haproxy> {
  const [port, primaryPort, replicaPort, checkPort] = [
    await takePort(),
    await takePort(),
    await takePort(),
    await takePort(),
  ];
  const file = join(folder, 'haproxy.cfg');
  const servers = nodes.map(
    ({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}`,
  );
  const text = [
    configureHaproxy(port, gatewayPorts),
    `defaults
  timeout connect 1s
  timeout check 1500ms
frontend check
  bind 127.0.0.1:${checkPort}
  mode http
  timeout client 5s
  monitor-uri /up`,
    ...[
      ['primary', primaryPort],
      ['replica', replicaPort],
    ].map(
      ([role, rolePort]) => `listen ${role}
  bind 127.0.0.1:${rolePort}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /${role}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}`,
    ),
  ].join('\n');
  await writeFile(file, `${text}\n`);
  const haproxy = defineProgram({
    name: 'haproxy',
    folder,
    command: [program, '-db', '-f', file],
    isReady: () => answersOk(`http://127.0.0.1:${checkPort}/up`),
  });
  await haproxy.start();
  return { ...haproxy, url: `http://127.0.0.1:${port}`, primaryPort, replicaPort };
}
