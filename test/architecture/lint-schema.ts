/** Fails when something in schema/schema.graphql has no description: npm run check:descriptions. */
import { buildSchema } from 'graphql';
import { readFile } from 'node:fs/promises';
import { findUndescribed } from './schema-descriptions.ts';

const found = findUndescribed(buildSchema(await readFile('schema/schema.graphql', 'utf8')));
if (found.length > 0) {
  process.stderr.write(
    `Without a description of whole sentences: ${found.join(', ')}. Write it at the field's decorator.\n`,
  );
  process.exitCode = 1;
}
