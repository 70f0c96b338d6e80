import { describe, expect, it } from '@jest/globals';
import { measureBlocking, MAX_BLOCKED_MS } from '../../support/faults/event-loop.ts';
import { exchange } from '../../support/http/raw.ts';
import { gateway, key, PATH, useBodiesGateway } from './raw-requests.ts';

useBodiesGateway();

describe('a long header or target', () => {
  const LENGTH = 12_000;
  const long = (text: string) => text.repeat(LENGTH / text.length);
  const ENDPOINTS = [
    ['POST', '/graphql'],
    ['GET', '/graphql?query=%7B__typename%7D'],
    ['GET', '/feed.json'],
    ['GET', '/feed.atom'],
    ['POST', PATH],
    ['GET', `${PATH}?sourceExternalId=a`],
    ['DELETE', `${PATH}?sourceExternalId=a`],
    ['POST', '/api/integrations/publish-giveaway'],
    ['POST', '/api/provider/integrations/create-giveaway'],
    ['GET', '/api/provider/integrations/operations/opn_1'],
    ['POST', '/oauth/token'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/nothing'],
  ] as const;
  /** What each header starts with, repeats and ends with. */
  const HEADERS = [
    ['Authorization', 'Bearer', ' ', ''],
    ['Authorization', 'Bearer ', '=', '!'],
    ['Authorization', 'Bearer ', 'a.', '!'],
    ['Authorization', 'Basic ', 'a', ''],
    ['Cookie', '', 'giveaways.session_token=a; ', ''],
    ['Cookie', 'giveaways.session_token=', ' ', '"'],
    ['Cookie', '', '=;', ''],
    ['Accept', 'text/html;', ' ', 'x'],
    ['Accept', '', '*/*,', ''],
    ['Accept', '', 'a/b;q="', ''],
    ['Accept-Encoding', '', 'br;q=0,', ''],
    ['Accept-Encoding', 'br', ' ', ';'],
    ['Accept-Language', '', 'en-', ''],
    ['Content-Type', 'application/json', ' ', 'x'],
    ['Content-Type', 'application/json;', ' a="', ''],
    ['Content-Encoding', '', ' gzip,', ''],
    ['Prefer', 'wait', ' ', ''],
    ['Prefer', '', ' wait=1', ''],
    ['Prefer', 'wait=', '1', 'x'],
    ['Idempotency-Key', '', 'a', ''],
    ['If-None-Match', '', 'W/"a",', ''],
    ['Origin', 'https://', 'a.', ''],
    ['X-Forwarded-For', '', ' ,', ''],
    ['X-Forwarded-Proto', '', 'https,', ''],
    ['X-Request-Id', '', 'a', ''],
    ['User-Agent', '', 'a(', ''],
    ['Apollo-Require-Preflight', '', 'a', ''],
    ['Range', 'bytes=', '0-,', ''],
  ] as const;

  /** Sends all requests at the same time; each must get a response below 500, and none may block the event loop. */
  async function expectResponses(requests: readonly (readonly string[])[]): Promise<void> {
    const { result, ms } = await measureBlocking(() =>
      Promise.all(requests.map((lines) => exchange(gateway.port, [lines.join('\r\n')]))),
    );
    expect(ms).toBeLessThan(MAX_BLOCKED_MS);
    const failures = result.flatMap(({ status }, index) => (status < 500 ? [] : [requests[index]?.[0]]));
    expect(failures).toEqual([]);
  }

  const TITLE = 'does not block any endpoint: %s that starts with %j, repeats %j and ends with %j';
  it.each(HEADERS)(TITLE, async (name, start, repeated, end) => {
    const value = start + long(repeated) + end;
    await expectResponses(
      ENDPOINTS.map(([method, target]) => {
        const body = method === 'POST' ? '{}' : '';
        return [
          `${method} ${target} HTTP/1.1`,
          'Host: gateway.example.com',
          ...(name === 'Authorization' ? [] : [`Authorization: Bearer ${key}`]),
          ...(name === 'Content-Type' || body === '' ? [] : ['Content-Type: application/json']),
          `${name}: ${value}`,
          `Content-Length: ${body.length}`,
          '',
          body,
        ];
      }),
    );
  });

  it.each(['/', '%20', '%', '+', '?', '&a=b', '..%2f', 'a.', "'", ';', '%00', '%f0%9f', ':', '='])(
    'does not block any endpoint: a target of repeated %s',
    async (text) => {
      const targets = ENDPOINTS.flatMap(([method, target]) => [
        [method, `${target}/${long(text)}`],
        [method, `${target}${target.includes('?') ? '&' : '?'}search=${long(text)}!`],
      ]);
      await expectResponses(
        targets.map(([method, target]) => [
          `${method} ${target} HTTP/1.1`,
          'Host: gateway.example.com',
          'Content-Length: 0',
          '',
          '',
        ]),
      );
    },
  );
});
