import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import type { BaseImages, Store } from './buildah.ts';

const DEBIAN = 'bookworm';
const BASE = 'localhost/stand-in/debian';
const NODE = 'localhost/stand-in/node';
/** What images of Debian for containers leave out. */
const UNNEEDED = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache',
  'var/lib/apt',
  'var/log',
];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Makes images that have what the base images of the Dockerfile have, where these cannot be fetched: the smallest Debian, and the same
 * with Node.js and npm. They show that the Dockerfile works, and nothing about the images that they stand for.
 */
export function makeBaseImages(store: Store, folder: string): BaseImages {
  process.stdout.write('The base images are stand-ins, made of packages of Debian.\n');
  run('.', 'debootstrap', '--variant=minbase', DEBIAN, folder);
  for (const each of UNNEEDED) rmSync(join(folder, each), { recursive: true, force: true });
  store.importFolder(BASE, folder);
  addNode(folder);
  const registry = run('.', 'npm', 'config', 'get', 'registry').trim();
  store.importFolder(NODE, folder, {
    npm_config_registry: registry,
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
  });
  rmSync(folder, { recursive: true });
  return { node: NODE, base: BASE };
}

function addNode(folder: string): void {
  const programs = join(folder, 'usr/local/bin');
  const packages = join(folder, 'usr/local/lib/node_modules');
  copyFileSync('node_modules/node/bin/node', join(programs, 'node'));
  mkdirSync(packages, { recursive: true });
  cpSync(join(run('.', 'npm', 'root', '--global').trim(), 'npm'), join(packages, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(programs, name));
  // The registry may be behind a proxy with a certificate of its own.
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
  copyFileSync(CERTIFICATES, join(folder, CERTIFICATES));
}
