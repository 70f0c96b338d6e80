import type { IncomingMessage } from 'node:http';

/** The client's address; with `hops` trusted proxies in front, the one that the first of them saw. */
export function clientAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const own = socket.remoteAddress ?? 'unknown';
  if (hops === 0) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return forwarded.at(-hops) ?? own;
}
