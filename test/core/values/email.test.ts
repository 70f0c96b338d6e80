import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emailAddress } from '../../../src/core/values/email.ts';

describe('an e-mail address', () => {
  it.each([
    ['someone@example.com', 'someone@example.com'],
    [' Some.One+Tag@Mail.Example.COM ', 'some.one+tag@mail.example.com'],
    ['a@b.co', 'a@b.co'],
    ['1@2.example', '1@2.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['a@xn--exmple-cua.com', 'a@xn--exmple-cua.com'],
    ['a@example.xn--p1ai', 'a@example.xn--p1ai'],
    ["O'Brien@example.com", "o'brien@example.com"],
    ["'a'@example.com", "'a'@example.com"],
    ['a@exämple.com', 'a@xn--exmple-cua.com'],
    ['a@EXÄMPLE.com', 'a@xn--exmple-cua.com'],
    ['a@exa\u0308mple.com', 'a@xn--exmple-cua.com'],
    ['a@straße.example', 'a@xn--strae-oqa.example'],
    ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
    ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ])('is taken and folded: %s', (sent, read) => {
    expect(emailAddress.parse(sent)).toBe(read);
  });

  it('may have 254 characters and no more', () => {
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
    expect(emailAddress.parse(`${'a'.repeat(64)}@${domain}`)).toHaveLength(254);
    expect(emailAddress.safeParse(`${'a'.repeat(64)}@x${domain}`).success).toBe(false);
  });

  it.each([
    'a@exa\u200dmple.com',
    'a@example．com',
    'a@example.\u212aom',
    'a@ﬁne.com',
    'a@ex①.com',
    'a@1\u0662.com',
    'a@-ä.com',
    'a@ä..com',
    'a@xn--ä.com',
    'ä@exämple.com',
    'a@ä.com@b.com',
    'a@ä.com\n@b.com',
    `a@${'ä'.repeat(60)}.com`,
    `a@${'ä.'.repeat(100)}com`,
    'a@中国',
  ])('is never %s', (sent) => {
    expect(emailAddress.safeParse(sent).success).toBe(false);
  });

  it.each([[undefined], [null], [1], [{}], [['a@example.com']]])('is never %j', (sent) => {
    expect(emailAddress.safeParse(sent).success).toBe(false);
  });

  it('an e-mail address that passes is one plain word around one @, whatever was sent', () => {
    const near = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        '.',
        '@',
        '-',
        '+',
        ' ',
        ',',
        '"',
        '<',
        '\n',
        '\u212a',
        'İ',
        'é',
        "'",
        'example.com',
      ),
      maxLength: 20,
    });
    fc.assert(
      fc.property(near, (sent) => {
        const { data } = emailAddress.safeParse(sent);
        if (data === undefined) return;
        expect(data).toMatch(/^[a-z0-9_'+.-]+@[a-z0-9.-]+$/);
        expect(emailAddress.parse(data)).toBe(data);
        const [name = '', domain = ''] = sent.trim().split('@');
        expect(data.startsWith(`${name.toLowerCase()}@`)).toBe(true);
        if (/^[\x20-\x7e]*$/.test(domain)) expect(data).toBe(sent.trim().toLowerCase());
        else expect(data).toContain('xn--');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is judged quickly, however it is built', () => {
    for (const part of ['a.', 'a-', 'a@', '-.', '.a'])
      expect(emailAddress.safeParse(`a@${part.repeat(120)}`).success).toBe(false);
  });
});
