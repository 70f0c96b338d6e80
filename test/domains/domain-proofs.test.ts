import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { createDomainProofs } from '../../src/adapters/domains/domain-proofs.ts';
import { startNameServer } from '../support/dns/name-server.ts';
import { startHttpServer } from '../support/http/http-server.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const NAME = 'shop.example.org';
const RECORD = `_giveaways.${NAME}`;
const CLAIMED = { name: NAME, token: 'dom_1' };
const PROOF = 'giveaways-domain=dom_1';
const TIMEOUT_MS = 500;

const names = sharedByTests(startNameServer);
let respond: RequestListener;
let requests: string[];
const website = sharedByTests(() =>
  startHttpServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    respond(request, response);
  }),
);
beforeEach(() => {
  requests = [];
  respond = (_request, response) => response.writeHead(404).end();
  names.zone.clear();
  names.zone.set(NAME, { A: ['127.0.0.1'] });
});

const proofs = (options: Partial<Parameters<typeof createDomainProofs>[0]> = {}) =>
  createDomainProofs({
    isOn: true,
    servers: [names.address],
    allowPrivate: true,
    fileUrl: (domain) => `http://${domain}:${website.port}/.well-known/giveaways-domain.txt`,
    timeoutMs: TIMEOUT_MS,
    ...options,
  });
const look = (options?: Parameters<typeof proofs>[0]) => proofs(options).look(CLAIMED);
const texts = (...records: readonly string[]) => names.zone.set(RECORD, { TXT: records });
const file = (text: string, status = 200) => {
  respond = (_request, response) => response.writeHead(status, { location: 'http://127.0.0.1/' }).end(text);
};
const NOTHING = { result: 'NOT_FOUND', found: 'ENOTFOUND' };

describe('A domain', () => {
  it('is proven by a TXT record, and then its website is not visited', async () => {
    texts('v=spf1 -all', PROOF);
    expect(await look()).toEqual({ provenBy: 'DNS' });
    expect(requests).toEqual([]);
  });

  it('is proven by a file of its website', async () => {
    file(`# Giveaways\r\n${PROOF}\r\n`);
    expect(await look()).toEqual({ provenBy: 'FILE' });
    expect(requests).toEqual([`${NAME}:${website.port} /.well-known/giveaways-domain.txt`]);
  });

  it('is not proven without either, and what was found is told', async () => {
    expect(await look()).toEqual({
      provenBy: null,
      dns: NOTHING,
      file: { result: 'NOT_FOUND', found: 'HTTP 404' },
    });
    texts('giveaways-domain=dom_2');
    file('Not\u0000here\n');
    expect(await look()).toEqual({
      provenBy: null,
      dns: { result: 'OTHER_TEXT', found: 'giveaways-domain=dom_2' },
      file: { result: 'OTHER_TEXT', found: 'Not here' },
    });
  });

  it('is not proven by a record that only contains the token', async () => {
    texts(`not-${PROOF}`, `${PROOF}2`);
    expect(await look()).toMatchObject({ provenBy: null });
  });

  it.each([500, 503, 429])('may be proven later when the website answers %d', async (status) => {
    file('', status);
    expect(await look()).toMatchObject({ file: { result: 'NO_ANSWER', found: `HTTP ${status}` } });
  });

  it('has no response while its name servers fail or are silent', async () => {
    for (const state of ['SERVFAIL', 'SILENT'] as const) {
      names.zone.set(RECORD, state);
      names.zone.set(NAME, state);
      expect(await look()).toMatchObject({ dns: { result: 'NO_ANSWER' }, file: { result: 'NO_ANSWER' } });
    }
  });

  it('has a file by https only', async () => {
    file(PROOF);
    const fileUrl = (domain: string) => `https://${domain}:${website.port}/.well-known/giveaways-domain.txt`;
    expect(await look({ fileUrl })).toMatchObject({ file: { result: 'NO_ANSWER' } });
    expect(requests).toEqual([]);
  });
});

describe('A domain that attacks', () => {
  it.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1'])(
    'reaches nothing at the address %s',
    async (address) => {
      names.zone.set(NAME, address.includes(':') ? { AAAA: [address] } : { A: [address] });
      file(PROOF);
      expect(await look({ allowPrivate: false })).toMatchObject({
        provenBy: null,
        file: { result: 'PRIVATE_ADDRESS', found: null },
      });
      expect(requests).toEqual([]);
    },
  );

  it.each(['http://169.254.169.254/latest/meta-data/', '/elsewhere', 'https://127.0.0.1/'])(
    'is not followed to %s',
    async (location) => {
      respond = (_request, response) => response.writeHead(302, { location }).end();
      expect(await look()).toMatchObject({ file: { result: 'REDIRECTED', found: location } });
      expect(requests).toHaveLength(1);
    },
  );

  it('is read to the first kilobyte of a file that never ends', async () => {
    let sent = 0;
    respond = (_request, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    const began = performance.now();
    expect(await look()).toMatchObject({ file: { result: 'OTHER_TEXT', found: 'x'.repeat(100) } });
    expect(performance.now() - began).toBeLessThan(TIMEOUT_MS);
    const after = sent;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toBeLessThan(after + 8 * 1_048_576);
  });

  it('ends in time although its website sends a byte now and then', async () => {
    respond = (_request, response) => {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    };
    const began = performance.now();
    expect(await look()).toMatchObject({ file: { result: 'NO_ANSWER', found: 'INCOMPLETE' } });
    expect(performance.now() - began).toBeLessThan(3 * TIMEOUT_MS);
  });

  it.each(['', '# Giveaways'])('may be proven later when its file breaks off after "%s"', async (start) => {
    respond = (_request, response) => {
      response.writeHead(200).write(start || '\n', () => response.destroy());
    };
    expect(await look()).toMatchObject({ file: { result: 'NO_ANSWER', found: 'INCOMPLETE' } });
  });

  it('has a record of 64 KB read by TCP, and shown by its beginning', async () => {
    texts('y'.repeat(64_000));
    expect(await look()).toMatchObject({ dns: { result: 'OTHER_TEXT', found: 'y'.repeat(100) } });
  });

  it('is refused as one of a thousand slow ones at once, and the rest ends in time', async () => {
    names.zone.set(RECORD, 'SILENT');
    names.zone.set(NAME, 'SILENT');
    const { look: lookAtOnce } = proofs();
    const began = performance.now();
    const all = await Promise.allSettled(Array.from({ length: 1_000 }, () => lookAtOnce(CLAIMED)));
    expect(performance.now() - began).toBeLessThan(8 * TIMEOUT_MS);
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(988);
    expect(refused[0]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 } });
    // Each look asks once or twice for the record, and for the two kinds of addresses.
    expect(names.queries.length).toBeLessThan(200);
  });
});
