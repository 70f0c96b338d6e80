import { MAX_IMAGE_BYTES } from '../../core/pictures/picture.ts';
import { ImageFetchFailed, type ImageFetches } from '../../core/pictures/image-fetches.ts';
import { PrivateAddress, type Resolve } from '../../runtime/outbound/checked-lookup.ts';
import { createOutboundRequests } from '../../runtime/outbound/outbound-requests.ts';
import { createNameResolver } from '../../runtime/outbound/resolve-name.ts';

const TIMEOUT_MS = 10_000;
const HEADERS = {
  accept: 'image/avif,image/webp,image/png,image/jpeg',
  'accept-encoding': 'identity',
  'user-agent': 'giveaway-gateway',
};
/** Statuses of a server that may answer otherwise later, besides 5xx. */
const TRANSIENT = [408, 425, 429];

interface ImageFetchOptions {
  /** Addresses of name servers, with or without a port; without any, the system's. */
  readonly servers: readonly string[];
  /** Whether hosts may have private addresses, for tests. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/**
 * Fetches images from public addresses only, each at the address that was just checked, and from the ports of web servers: publishers
 * see the outcome, and could find open ports. Redirects are not followed.
 */
export function createImageFetches({
  servers,
  allowPrivate,
  resolve = createNameResolver(servers.length === 0 ? undefined : servers),
  timeoutMs = TIMEOUT_MS,
}: ImageFetchOptions): ImageFetches {
  const request = createOutboundRequests({
    allowPrivate,
    resolve,
    timeoutMs,
    maxBytes: MAX_IMAGE_BYTES + 1,
  });
  return {
    async fetch(url) {
      // A default port is none in a parsed URL.
      if (!allowPrivate && new URL(url).port !== '') throw new ImageFetchFailed('OTHER_PORT', true);
      const response = await request(url, { method: 'GET', headers: HEADERS }).catch((error: unknown) => {
        if (error instanceof PrivateAddress) throw new ImageFetchFailed('PRIVATE_ADDRESS', true);
        throw new ImageFetchFailed('NO_ANSWER', false);
      });
      const { status, headers, body, isComplete } = response;
      const code = status ?? 0;
      if (code !== 200)
        throw new ImageFetchFailed(`HTTP_${code}`, code < 500 && code !== 0 && !TRANSIENT.includes(code));
      if (body.length > MAX_IMAGE_BYTES) throw new ImageFetchFailed('TOO_MANY_BYTES', true);
      const length = headers['content-length'];
      if (length !== undefined && Number(length) !== body.length)
        throw new ImageFetchFailed('INCOMPLETE', Number(length) > MAX_IMAGE_BYTES);
      // Without a length, only the end of the body shows that it is all of it.
      if (!isComplete) throw new ImageFetchFailed('INCOMPLETE', false);
      return body;
    },
  };
}
