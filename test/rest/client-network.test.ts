import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { clientNetwork, toNetwork } from '../../src/adapters/http/client-network.ts';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:40123', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ])('the network for the address %s is %s', (text, network) => {
    expect(toNetwork(text)).toBe(network);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '01.2.3.4',
    '0x1.2.3.4',
    '1.2.3.4:',
    '1.2.3.4.5',
    '[1.2.3.4',
    'a:b',
    '1.2.3.4:999999',
  ])('is undefined for the invalid address "%s"', (text) => {
    expect(toNetwork(text)).toBeUndefined();
  });

  const request = (remoteAddress: string | undefined, forwarded?: string) =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

  it.each([
    ['the connection’s network without a proxy', request('::ffff:192.0.2.1', '203.0.113.9'), 0, '192.0.2.1'],
    ['the network that the proxy saw', request('192.0.2.1', '198.51.100.1, 203.0.113.9:1'), 1, '203.0.113.9'],
    [
      'the network that the first of two proxies saw',
      request('192.0.2.1', '203.0.113.9, 198.51.100.1'),
      2,
      '203.0.113.9',
    ],
    ['the connection’s network when the proxy names none', request('192.0.2.1'), 1, '192.0.2.1'],
    [
      'the connection’s network when the proxy names an invalid address',
      request('192.0.2.1', 'unknown'),
      1,
      '192.0.2.1',
    ],
    ['unknown when the connection is closed', request(undefined), 0, 'unknown'],
  ])('is %s', (_what, from, hops, network) => {
    expect(clientNetwork(from, hops)).toBe(network);
  });
});
