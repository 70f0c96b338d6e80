import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createNameResolver } from '../../../src/adapters/webhooks/resolve-name.ts';

const TYPES = { A: 1, AAAA: 28 };
const NAME_ERROR = 3;
const OLD = Buffer.from([8, 8, 4, 4]);
const PRESENT = Buffer.from('26064700'.padEnd(32, '1'), 'hex');

/** The name server's records, by the first label of a name; it does not answer for other names. */
const ZONE = new Map([
  ['both', { [TYPES.A]: OLD, [TYPES.AAAA]: PRESENT }],
  ['old', { [TYPES.A]: OLD }],
  ['none', undefined],
]);

/** The answer to a query of one name (RFC 1035 4.1); undefined when the server stays silent. */
function toAnswer(query: Buffer): Buffer | undefined {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const label = question.toString('latin1', 1, 1 + question.readUInt8(0));
  if (!ZONE.has(label)) return undefined;
  const known = ZONE.get(label);
  const type = question.readUInt16BE(question.length - 4);
  const address = known?.[type];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NAME_ERROR), 2);
  header.writeUInt16BE(1, 4);
  if (!address) return Buffer.concat([header, question]);
  header.writeUInt16BE(1, 6);
  const record = Buffer.alloc(12);
  for (const [place, field] of [0xc00c, type, 1, 0, 60, address.length].entries())
    record.writeUInt16BE(field, 2 * place);
  return Buffer.concat([header, question, record, address]);
}

describe("the resolver of receivers' names", () => {
  let nameServer: Socket;
  let resolve: (hostname: string) => Promise<LookupAddress[]>;
  beforeAll(async () => {
    nameServer = createSocket('udp4');
    nameServer.on('message', (query, { port, address }) => {
      const answer = toAnswer(query);
      if (answer) nameServer.send(answer, port, address);
    });
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    resolve = promisify(createNameResolver([`127.0.0.1:${nameServer.address().port}`]));
  });
  afterAll(() => {
    nameServer.close();
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
