import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Allows requests from web pages, and answers none of them with JSON. */
export function allowed(...[, response]: Parameters<RequestListener>): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.end('no JSON');
}

/** A node that allows requests from web pages. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'content-type');
  if (request.method === 'OPTIONS') {
    response.end();
    return;
  }
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await text(request),
  });
  response.end(await reply.text());
}
