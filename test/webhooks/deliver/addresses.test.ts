import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { createWebhookCalls } from '../../../src/adapters/webhooks/calls.ts';
import { isPublicAddress } from '../../../src/runtime/outbound/public-addresses.ts';
import type { WebhookCall } from '../../../src/core/webhooks/deliver/webhook-calls.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('isPublicAddress', () => {
  it.each(PRIVATE)('is false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  it.each(PUBLIC)('is true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it('is false for a text that is not an address', () => {
    expect(isPublicAddress('example.com')).toBe(false);
  });
});

describe('calls of receivers', () => {
  const receiver = sharedByTests(startReceiver);
  let port: string;
  beforeAll(async () => {
    port = new URL(receiver.url).port;
  });

  const call = (url: string): WebhookCall => ({
    url,
    topic: null,
    secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`],
    sentAt: new Date(),
    messages: [{ messageId: 'msg_1', payload: '{}' }],
  });
  const { post, findFault } = createWebhookCalls({ allowPrivate: false });
  const notPublic = { status: null, error: 'The address is not public.' };

  // Each is a notation of 127.0.0.1 or a name for it, and would reach the receiver.
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '①②⑦.0.0.1',
    'localhost',
    'LOCALHOST.',
    'any.localhost',
  ])('refuse %s', async (host) => {
    expect(findFault(`https://${host}:${port}/`)).toMatch(/private/);
    expect(await post(call(`http://${host}:${port}/`))).toMatchObject(notPublic);
    expect(receiver.received).toEqual([]);
  });

  it('require https', () => {
    expect(findFault('http://example.com/')).toMatch(/https/);
    expect(findFault('https://example.com/')).toBeUndefined();
  });

  it('reach loopback and plain http when that is allowed', async () => {
    const { post: postAnywhere, findFault: findAnyFault } = createWebhookCalls({ allowPrivate: true });
    expect(findAnyFault(`http://localhost:${port}/`)).toBeUndefined();
    expect(await postAnywhere(call(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 204, error: null });
    expect(receiver.received).toHaveLength(1);
  });

  describe('calls to a host name', () => {
    /** A resolver whose response changes from one request to the next. */
    const answering = (...responses: readonly (readonly string[])[]) => {
      const lookups: string[] = [];
      const { post: postByName } = createWebhookCalls({
        allowPrivate: false,
        timeoutMs: 300,
        resolve(hostname, callback) {
          const addresses = responses[Math.min(lookups.length, responses.length - 1)] ?? [];
          lookups.push(hostname);
          callback(
            null,
            addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
          );
        },
      });
      return { requested: lookups, postByName };
    };

    it.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.7']])(
      'refuse one that resolves to %s',
      async (address) => {
        const count = receiver.received.length;
        const { postByName } = answering([address]);
        expect(await postByName(call(`http://example.com:${port}/`))).toMatchObject(notPublic);
        expect(receiver.received).toHaveLength(count);
      },
    );

    it('resolve the name for every attempt, so that a later change to a private address is refused', async () => {
      const { requested: lookups, postByName } = answering(['198.41.0.4'], ['127.0.0.1']);
      const first = await postByName(call(`http://example.com:${port}/`));
      const second = await postByName(call(`http://example.com:${port}/`));
      expect(first.error).not.toBe(notPublic.error);
      expect(second).toMatchObject(notPublic);
      expect(lookups).toEqual(['example.com', 'example.com']);
    });
  });

  it('end at the timeout, even while the body still comes', async () => {
    const { post: postInTime } = createWebhookCalls({ allowPrivate: true, timeoutMs: 200 });
    receiver.reply(() => ({ status: 200, headers: { 'content-length': '10' }, body: '12345' }));
    expect(await postInTime(call(receiver.url))).toMatchObject({ status: 200, body: '12345', error: null });
    receiver.reply(() => ({ status: 204 }));
  });
});
