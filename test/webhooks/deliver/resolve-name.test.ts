import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createNameResolver } from '../../../src/runtime/outbound/resolve-name.ts';
import { startNameServer } from '../../support/dns/name-server.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

describe("the resolver of receivers' names", () => {
  const nameServer = sharedByTests(startNameServer);
  let resolve: (hostname: string) => Promise<LookupAddress[]>;
  beforeAll(async () => {
    const present = '2606:4700:1111:1111:1111:1111:1111:1111';
    nameServer.zone.set('both.example.com', { A: ['8.8.4.4'], AAAA: [present] });
    nameServer.zone.set('old.example.com', { A: ['8.8.4.4'] });
    for (let count = 0; count < 8; count += 1) nameServer.zone.set(`silent-${count}.example.com`, 'SILENT');
    resolve = promisify(createNameResolver([nameServer.address]));
  });

  it('returns addresses of both families, or of one', async () => {
    const old = { address: '8.8.4.4', family: 4 };
    const present = { address: '2606:4700:1111:1111:1111:1111:1111:1111', family: 6 };
    expect(await resolve('both.example.com')).toEqual([old, present]);
    expect(await resolve('old.example.com')).toEqual([old]);
  });

  it('fails at once for a name that does not exist', async () => {
    await expect(resolve('none.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('fails for names whose server is silent, and does not delay other work', async () => {
    let isOver = false;
    const silent = Array.from({ length: 8 }, (_, count) => resolve(`silent-${count}.example.com`));
    const all = Promise.allSettled(silent).finally(() => (isOver = true));
    await stat(import.meta.dirname);
    expect(isOver).toBe(false);
    for (const outcome of await all)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEOUT' } });
  });
});
