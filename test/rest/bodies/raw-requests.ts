import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';

export const PATH = '/api/v1/giveaways';
export const LIMIT = 32_768;

export let gateway: Gateway;
export let key: string;

/** Starts a gateway with a key of a publisher for a suite, and stops it. */
export function useBodiesGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway();
    key = await gateway.createKey();
  });
  afterAll(() => gateway.stop());
}

/** The head of a request that publishes, with these headers added. */
export const head = (...lines: string[]): string =>
  [
    `POST ${PATH} HTTP/1.1`,
    'Host: gateway.example.com',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');

/** One chunk of a body in the chunked transfer coding. */
export const chunk = (text: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n`),
    Buffer.from(text),
    Buffer.from('\r\n'),
  ]);

export const LAST_CHUNK = '0\r\n\r\n';

/** A valid listing whose JSON has exactly this number of bytes. */
export function bodyOf(bytes: number): string {
  const empty = JSON.stringify(draft({ padding: '' }));
  return JSON.stringify({ ...JSON.parse(empty), padding: 'x'.repeat(bytes - empty.length) });
}
