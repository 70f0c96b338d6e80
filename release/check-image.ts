/**
 * Builds the image without a daemon, and tries it: its size, its content, and a start as a user without rights on a file system that
 * cannot be written, with PostgreSQL and a node outside of it.
 *
 *   npm run image:check [-- --node-image=… --base-image=…]
 *
 * It needs root, Debian's packages buildah and debootstrap, and DATABASE_URL of a PostgreSQL server where it may create a database.
 * Without the names of base images it makes stand-ins of them from Debian's packages and the Node.js of node_modules.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from './image/buildah.ts';
import { checkContents } from './image/contents.ts';
import { checkService } from './image/service.ts';
import { makeBaseImages } from './image/stand-ins.ts';

const { values } = parseArgs({
  options: { 'node-image': { type: 'string' }, 'base-image': { type: 'string' } },
});
const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl === undefined) throw new Error('Set DATABASE_URL to a PostgreSQL server.');
if (process.getuid?.() !== 0) throw new Error('Building an image here needs root.');

const folder = mkdtempSync(join(tmpdir(), 'image-check-'));
const store = openStore(folder);
try {
  const { 'node-image': node, 'base-image': base } = values;
  const images = node !== undefined && base !== undefined ? { node, base } : makeBaseImages(store);
  const image = store.build(images);
  await store.withFiles(image, async (root) => {
    const failures = [
      ...checkContents(store.describe(image), root, images),
      ...(await checkService(root, databaseUrl)),
    ];
    for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
    if (failures.length > 0) process.exitCode = 1;
    else process.stdout.write('The image passed.\n');
  });
} finally {
  store.close();
  rmSync(folder, { recursive: true, force: true });
}
