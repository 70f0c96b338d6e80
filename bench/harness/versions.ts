import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from './servers/database.ts';
import { BENCH, PROJECT } from './paths.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The versions of everything measured; the manifests have exact ones. */
export async function readVersions() {
  const product = readManifest(PROJECT);
  return {
    node: process.version,
    postgresql: await withDatabase(async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version;
    }),
    peers: readManifest(BENCH).dependencies,
    product: { version: product.version, dependencies: product.dependencies },
  };
}

/** The properties of the machine that affect figures. */
export function describeMachine() {
  const cores = cpus();
  return {
    platform: process.platform,
    architecture: process.arch,
    cores: cores.length,
    cpu: cores[0]?.model,
  };
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
