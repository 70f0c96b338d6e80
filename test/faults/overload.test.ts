import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'node:http';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const READERS = 300;
const READS_OF_EACH = 3;
const PUBLISHERS = 40;

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

interface TimedResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

// As from a load balancer: connections that are open already. The system accepts a new one in each turn of the event loop.
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
afterAll(() => agent.destroy());

/** With a connection of its own: one connection has one request at a time. */
function send(
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${gateway.url}${path}`,
      { agent, method, headers: { ...(body && { 'content-type': 'application/json' }), ...headers } },
      (response) => {
        response.resume().once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    sent.once('error', reject).end(body && JSON.stringify(body));
  });
}

const FIELDS = ['id', 'title', 'description', 'provider', 'platform', 'worth', 'instructions', 'status'];
let documents = 0;
/** A document of a new shape, so that it is validated and planned. */
function read(): Promise<TimedResponse> {
  documents += 1;
  const fields = Array.from(
    { length: 300 },
    (_, index) => FIELDS[Math.floor(documents / FIELDS.length ** (index % 5)) % FIELDS.length],
  );
  return send('POST', '/graphql', { query: `{ feed(first: 1) { edges { node { ${fields.join(' ')} } } } }` });
}
const publish = () => send('POST', '/api/v1/giveaways', draft(), { authorization: `Bearer ${key}` });

describe('when more reads arrive than can be answered', () => {
  it('reads are refused for now, publishing is not, and probes overtake both', async () => {
    const connections = READERS + PUBLISHERS + 1;
    await Promise.all(Array.from({ length: connections }, () => send('GET', '/healthz')));
    const order: string[] = [];
    const noting = async (kind: string, sending: Promise<TimedResponse>) => {
      const response = await sending;
      order.push(kind);
      return response;
    };
    const reads = Array.from({ length: READERS }, async () => {
      const responses: TimedResponse[] = [];
      for (let count = 0; count < READS_OF_EACH; count += 1) responses.push(await noting('read', read()));
      return responses;
    });
    const published = Array.from({ length: PUBLISHERS }, () => noting('published', publish()));
    const probed = noting('probe', send('GET', '/readyz'));

    expect((await probed).status).toBe(200);
    expect(new Set((await Promise.all(published)).map(({ status }) => status))).toEqual(new Set([200]));
    const responses = (await Promise.all(reads)).flat();
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    // The probe was sent last.
    expect(order.indexOf('probe')).toBeLessThan(order.length / 2);
    expect(order.lastIndexOf('published')).toBeLessThan(order.lastIndexOf('read'));
    const shed = /^giveaways_requests_shed_total\{reason="latency"\} (\d+)$/m.exec(await gateway.metrics());
    expect(Number(shed?.[1])).toBeGreaterThan(0);
  });

  it('answers reads again afterwards', async () => {
    expect((await read()).status).toBe(200);
  });
});
