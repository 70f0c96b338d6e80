import { join } from 'node:path';
import { takePort } from './ports.ts';
import { answersOk, defineProgram, type Program } from './program.ts';

/** The store in which Patroni's nodes agree on the primary. */
export interface Etcd extends Program {
  readonly port: number;
}

export async function startEtcd(program: string, folder: string): Promise<Etcd> {
  const port = await takePort();
  const url = `http://127.0.0.1:${port}`;
  const peerUrl = `http://127.0.0.1:${await takePort()}`;
  const options = {
    name: 'rehearsal',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `rehearsal=${peerUrl}`,
  };
  const etcd = defineProgram({
    name: 'etcd',
    folder,
    command: [program, ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
    isReady: () => answersOk(`${url}/health`),
  });
  await etcd.start();
  return { ...etcd, port };
}
