import { expect, it } from '@jest/globals';
import { sourceOfUrl } from '../../src/verification/state/sources.ts';

it.each([
  'http://localhost:8545',
  'http://LOCALHOST.:8546/key',
  'http://node.localhost/',
  'http://127.0.0.1:8545',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0.0.0.0:1/',
  'http://[::1]:8545',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
])('counts %s as the own machine', (url) => {
  expect(sourceOfUrl(url)).toBe('this machine');
});

it.each([
  ['https://eth.example.com/v2/key', 'https://rpc.example.com:8443', true],
  ['https://example.com.', 'https://example.com', true],
  ['https://example.com', 'https://example.org', false],
  ['http://192.0.2.1', 'http://192.0.2.2', false],
  ['http://[2001:db8::1]', 'http://[2001:db8::2]', false],
  ['http://127.0.0.1.example.com', 'http://localhost', false],
])('counts %s and %s once: %s', (one, other, isOne) => {
  expect(sourceOfUrl(one) === sourceOfUrl(other)).toBe(isOne);
});
