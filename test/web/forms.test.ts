import { describe, expect, it } from '@jest/globals';
import { parseForm, requireFormType, requireOwnOrigin } from '../../src/adapters/web/form.ts';

const OWN = 'https://giveaways.example.com';

describe('A form', () => {
  it.each([
    [{ origin: OWN }],
    [{ origin: OWN, 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-origin' }],
  ])('is accepted from this site: %j', (headers) => {
    expect(() => requireOwnOrigin(headers, OWN)).not.toThrow();
  });

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://giveaways.example.com' }],
    [{ origin: 'https://giveaways.example.com:8443' }],
    [{ origin: 'https://giveaways.example.com.evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ origin: '' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{}],
  ])('is refused from anywhere else, and when nothing tells where it is from: %j', (headers) => {
    expect(() => requireOwnOrigin(headers, OWN)).toThrow(`Forms are accepted only from pages of ${OWN}`);
  });

  it.each([
    ['application/json', undefined],
    ['text/plain', undefined],
    ['multipart/form-data; boundary=x', undefined],
    [undefined, undefined],
    ['application/x-www-form-urlencoded', 'gzip'],
  ])('is refused as %s, encoded as %s', (type, encoding) => {
    const headers = {
      ...(type !== undefined && { 'content-type': type }),
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    };
    expect(() => requireFormType(headers)).toThrow('Send the form as application/x-www-form-urlencoded');
  });

  it('has at most 200 fields', () => {
    expect(parseForm(Buffer.from('a=b&'.repeat(199))).getAll('a')).toHaveLength(199);
    expect(() => parseForm(Buffer.from('a&'.repeat(60_000)))).toThrow('more than 200 fields');
  });
});
