import { describe, expect, it } from '@jest/globals';
import { domainName } from '../../../src/core/publishers/domains/domain-name.ts';

const read = (text: string) => domainName.safeParse(text);

describe('The name of a domain', () => {
  it.each([
    ['example.org', 'example.org'],
    [' Shop.EXAMPLE.org ', 'shop.example.org'],
    ['example.org.', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ＥＸＡＭＰＬＥ。org', 'example.org'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s is stored as %s', (sent, stored) => {
    expect(read(sent).data).toBe(stored);
  });

  it.each([
    'https://example.org',
    'example.org/',
    'example.org:443',
    'user@example.org',
    'example',
    '.org',
    'example..org',
    '-a.example',
    'a_b.example',
    'exa mple.org',
    'example.org?x',
    'example%2eorg',
    '127.0.0.1',
    '0x7f.1',
    '①②⑦.0.0.1',
    '[::1]',
    'example.123',
  ])('%s is refused, with what to send', (sent) => {
    expect(read(sent).error?.issues[0]?.message).toMatch(/such as example\.org/);
  });

  it.each([
    ['a part of 64 characters', `${'a'.repeat(64)}.example`],
    ['more characters than a name can have in ASCII', `${`${'ü'.repeat(55)}.`.repeat(4)}example`],
    ['a hundred thousand characters', 'a.'.repeat(50_000)],
  ])('is not accepted with %s', (_what, sent) => {
    expect(read(sent).error?.issues[0]?.message).toMatch(/such as example\.org|shorten/);
  });

  it.each([
    'localhost.localdomain.local',
    'printer.local',
    'a.localhost',
    'db.internal',
    '1.in-addr.arpa',
    'x.onion',
  ])('%s is refused, since the public DNS does not have it', (sent) => {
    expect(read(sent).error?.issues[0]?.message).toMatch(/public DNS/);
  });
});
