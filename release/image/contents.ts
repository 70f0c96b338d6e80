import { globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import type { BaseImages, ImageDescription } from './buildah.ts';

const MOST_BYTES = 350_000_000;
/** Of some 300 packages most have a file of their own. */
const LEAST_LICENCES = 200;
/** Of the root of the file system: not in an image for production. */
const ABSENT = [
  'app/node_modules/@electric-sql',
  'app/node_modules/@foundry-rs',
  'app/node_modules/@mikro-orm/pglite',
  'app/node_modules/node',
  'app/node_modules/swagger-ui-dist',
  'app/node_modules/typescript',
  'app/node_modules/jest',
  'app/src',
  'app/package-lock.json',
  'source',
  'usr/local/bin/npm',
  'usr/local/lib/node_modules',
];
const PRESENT = [
  'usr/local/bin/node',
  'usr/local/bin/giveaways',
  'usr/local/bin/healthcheck',
  'app/package.json',
  'app/dist/src/main.js',
  'app/dist/clients',
  'app/dist/migrations',
  'app/dist/web/server.js',
  'app/dist/version.json',
  'app/schema/schema.graphql',
];

/** What is wrong with an image and its files, as sentences. Prints its size. */
export function checkContents(image: ImageDescription, root: string, { base }: BaseImages): string[] {
  const [all, app] = [sizeOf(root), sizeOf(join(root, 'app'))];
  process.stdout.write(`${toMegabytes(all)} MB in all, ${toMegabytes(app)} MB of them in /app, on ${base}\n`);
  const size =
    all > MOST_BYTES ? [`The image has ${toMegabytes(all)} MB, more than ${toMegabytes(MOST_BYTES)}.`] : [];
  return [
    ...size,
    ...checkDescription(image),
    ...ABSENT.filter((path) => exists(join(root, path))).map((path) => `It has /${path}.`),
    ...PRESENT.filter((path) => !exists(join(root, path))).map((path) => `It lacks /${path}.`),
    ...checkPackages(join(root, 'app/node_modules')),
  ];
}

function checkDescription({ User, Healthcheck, Volumes }: ImageDescription): string[] {
  const failures: string[] = [];
  if (!/^[1-9]\d*(?::[1-9]\d*)?$/.test(User ?? '')) failures.push(`Its user is ${User}, not a number.`);
  if (!Healthcheck?.Test?.includes('healthcheck')) failures.push('It has no check of health.');
  if (Volumes?.['/data'] === undefined) failures.push('It has no volume /data.');
  return failures;
}

function checkPackages(folder: string): string[] {
  const failures: string[] = [];
  const type = globSync('**/*.{map,ts,mts,cts}', { cwd: folder, withFileTypes: true }).find((entry) =>
    entry.isFile(),
  );
  if (type !== undefined) failures.push(`It has types or maps of packages, such as ${type.name}.`);
  const licences = globSync('**/{LICENSE,LICENCE,license}*', { cwd: folder }).length;
  if (licences < LEAST_LICENCES) failures.push(`It has only ${licences} licences of packages.`);
  return failures;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** In bytes; a file with several names counts once. */
function sizeOf(folder: string): number {
  return Number.parseInt(run('.', 'du', '--summarize', '--bytes', '--one-file-system', folder), 10);
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
