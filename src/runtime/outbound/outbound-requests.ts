import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { createCheckedLookup, PrivateAddress, type Resolve } from './checked-lookup.ts';
import { isPublicAddress } from './public-addresses.ts';
import { createNameResolver } from './resolve-name.ts';

export interface OutboundOptions {
  /** Whether addresses may be private. */
  readonly allowPrivate: boolean;
  /** Resolves names; by default the system's name servers are asked. */
  readonly resolve?: Resolve | undefined;
  readonly timeoutMs: number;
  /** The greatest length of a body that is read; the connection is closed after it. */
  readonly maxBytes: number;
}

interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface OutboundResponse {
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** Its beginning. */
  readonly body: Buffer;
  /** Whether the body is all that was sent, or as much as is read; false when it broke off, or the time was over. */
  readonly isComplete: boolean;
}

/**
 * Sends requests to URLs that users choose: to public addresses only, and to the address that was just checked. Redirects are not
 * followed. Throws PrivateAddress, or the error of the connection, within the time.
 */
export function createOutboundRequests({ allowPrivate, resolve, timeoutMs, maxBytes }: OutboundOptions) {
  const lookup =
    allowPrivate && resolve === undefined
      ? undefined
      : createCheckedLookup(resolve ?? createNameResolver(), allowPrivate ? () => true : isPublicAddress);

  return async (url: string, { method, headers, body }: OutboundRequest): Promise<OutboundResponse> => {
    const target = new URL(url);
    // A URL with an IP address needs no lookup.
    if (!allowPrivate && isPrivateHost(target)) throw new PrivateAddress();
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method,
      // Each attempt opens a connection, so that it goes to an address that was just checked.
      agent: false,
      ...(lookup && { lookup }),
      headers,
    });
    return new Promise((settle, fail) => {
      let end = fail;
      const deadline = setTimeout(() => {
        end(new Error(`There was no answer within ${timeoutMs / 1_000} seconds.`));
        request.destroy();
      }, timeoutMs);
      request.on('response', (response) => {
        end = readStart(response, maxBytes, (body, isComplete) =>
          settle({ status: response.statusCode ?? null, headers: response.headers, body, isComplete }),
        );
      });
      request.on('error', (error) => end(error));
      // Other ends of the connection, such as an upgrade to another protocol.
      request.on('close', () => {
        clearTimeout(deadline);
        end(new Error('The connection was closed without an answer.'));
      });
      request.end(body);
    });
  };
}

/** Whether the host is a private IP address; the URL parser has normalised other notations (WHATWG URL 3.5). */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 ? !isPublicAddress(host) : isLocalName(host);
}

// Names of this machine, whatever they resolve to (RFC 6761 6.3).
function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(host);
}

/**
 * Calls back with the beginning of the body; a response that breaks off keeps its status. The returned function ends the
 * reading.
 */
function readStart(
  response: IncomingMessage,
  maxBytes: number,
  done: (start: Buffer, isComplete: boolean) => void,
): () => void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => {
    done(Buffer.concat(chunks).subarray(0, maxBytes), response.complete || size >= maxBytes);
    response.destroy();
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) finish();
  });
  response.on('end', finish);
  response.on('error', finish);
  response.on('close', finish);
  return finish;
}
