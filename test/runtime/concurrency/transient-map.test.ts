import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const MODULE = resolve(import.meta.dirname, '../../../src/runtime/concurrency/transient-map.ts');
const ENTRIES = 4_000;
const ENTRY_BYTES = 8_000;

/**
 * Adds and removes entries after a major collection, as requests do; `map` is an expression. Returns the bytes that outlive
 * minor collections.
 */
async function outlivingBytes(map: string): Promise<number> {
  const script = `
    const { TransientMap } = await import(${JSON.stringify(MODULE)});
    const map = ${map};
    const pass = (count) => {
      for (let index = 0; index < count; index += 1) {
        map.set('key ' + index, { content: new Array(${ENTRY_BYTES / 8}).fill(index) });
        map.delete('key ' + (index - 16));
      }
    };
    pass(1_000);
    gc();
    const before = process.memoryUsage().heapUsed;
    pass(${ENTRIES});
    gc({ type: 'minor' });
    gc({ type: 'minor' });
    console.log(process.memoryUsage().heapUsed - before);`;
  const flags = ['--expose-gc', '--no-incremental-marking', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', script]);
  return Number(stdout);
}

describe('a map of requests in progress', () => {
  it('leaves what was removed to the next minor collection', async () => {
    expect(await outlivingBytes('new TransientMap()')).toBeLessThan((ENTRIES * ENTRY_BYTES) / 10);
  });

  it('is needed, since a Map keeps what was removed until a major collection', async () => {
    expect(await outlivingBytes('new Map()')).toBeGreaterThan((ENTRIES * ENTRY_BYTES) / 4);
  });
});
