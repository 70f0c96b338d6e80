import { describe, expect, it } from '@jest/globals';
import { expectDocumented } from '../../support/http/openapi.ts';

describe('expectDocumented', () => {
  const response = {
    method: 'DELETE',
    path: '/api/v1/giveaways?sourceExternalId=a',
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { sourceExternalId: 'a', status: 'withdrawn' },
  };
  const refused = { ...response, status: 401, body: { error: { message: 'No.' } } };

  it('accepts a documented response', () => {
    expectDocumented(response);
    expectDocumented({
      ...refused,
      headers: { ...response.headers, 'www-authenticate': 'Bearer realm="giveaways"' },
    });
  });

  it.each([
    ['another path', { ...response, path: '/api/v2/giveaways' }, 'the path is not documented'],
    ['another method', { ...response, method: 'PATCH' }, 'the method is not documented'],
    ['another status', { ...response, status: 418 }, 'the status is not documented'],
    [
      'another type',
      { ...response, headers: { 'content-type': 'text/html' } },
      'a body of type "text/html" is not documented',
    ],
    [
      'an additional member',
      { ...response, body: { ...response.body, more: 1 } },
      'must NOT have additional properties',
    ],
    ['a missing member', { ...response, body: { sourceExternalId: 'a' } }, 'must have required property'],
    ['a missing body', { ...response, body: undefined }, 'the documented body is missing'],
    ['a missing header', refused, 'the header WWW-Authenticate is missing'],
  ])('refuses %s', (_what, observed, message) => {
    expect(() => expectDocumented(observed)).toThrow(message);
  });
});
