import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Kept, since it takes a minute. */
const FOLDER = 'node_modules/.cache/stand-in';

/**
 * Makes images that have what the base images of the Dockerfile have, where these cannot be fetched: the smallest Debian, and the same
 * with Node.js and npm. They show that the Dockerfile works, and nothing about the images that they stand for.
 */
export function makeBaseImages(store: Store): BaseImages {
  process.stdout.write('The base images are stand-ins, made of packages of Debian.\n');
  const debian = join(FOLDER, 'debian');
  if (!existsSync(debian)) {
    const made = join(FOLDER, 'new');
    rmSync(made, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    run('.', 'debootstrap', '--variant=minbase', DEBIAN, made);
    for (const each of UNNEEDED) rmSync(join(made, each), { recursive: true, force: true });
    renameSync(made, debian);
  }
  store.add(BASE, 'scratch', debian);
  const node = join(FOLDER, 'node');
  placeNode(node);
  store.add(NODE, BASE, node, {
    npm_config_registry: run('.', 'npm', 'config', 'get', 'registry').trim(),
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
  });
  return { node: NODE, base: BASE };
}

function placeNode(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const programs = join(folder, 'usr/local/bin');
  const packages = join(folder, 'usr/local/lib/node_modules');
  for (const path of [programs, packages, join(folder, dirname(CERTIFICATES))])
    mkdirSync(path, { recursive: true });
  copyFileSync('node_modules/node/bin/node', join(programs, 'node'));
  const npm = realpathSync(run('.', 'sh', '-c', 'command -v npm').trim());
  cpSync(dirname(dirname(npm)), join(packages, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(programs, name));
  // The registry may be behind a proxy with a certificate of its own.
  copyFileSync(CERTIFICATES, join(folder, CERTIFICATES));
}
