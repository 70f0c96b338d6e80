import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';

/** The prefix of IPv4-mapped IPv6 addresses (RFC 4291 section 2.5.5.2) as the system spells it. */
const MAPPED_PREFIX = '::ffff:';
/** The groups of an IPv6 address that identify a network; its owner chooses the other four (RFC 4291 section 2.5.1). */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * The network by which a client is counted: its IPv4 address, or the /64 of its IPv6 address, in one spelling. With `hops` trusted
 * proxies in front, the address comes from the first of them.
 */
export function clientNetwork({ headers, socket }: IncomingMessage, hops: number): string {
  const own = toNetwork(socket.remoteAddress ?? '') ?? 'unknown';
  if (hops === 0) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return toNetwork(forwarded.at(-hops) ?? '') ?? own;
}

/** The network of an address; some proxies append a port. Undefined for other texts. */
export function toNetwork(text: string): string | undefined {
  const address = isIP(text) === 0 ? addressOf(text) : text;
  const mapped = address && findMapped(address);
  if (address === undefined || mapped !== undefined) return mapped;
  const spelled = new SocketAddress({ address, family: 'ipv6' }).address;
  const remapped = findMapped(spelled);
  if (remapped !== undefined) return remapped;
  const [head = [], tail = []] = spelled.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The IPv4 address itself, or the one that an IPv6 address maps. */
function findMapped(address: string): string | undefined {
  const rest = address.startsWith(MAPPED_PREFIX) ? address.slice(MAPPED_PREFIX.length) : address;
  return isIP(rest) === 4 ? rest : undefined;
}

/** Removes the port of `203.0.113.9:55` and `[2001:db8::1]:55`. Refuses other texts that a URL parser would accept as an address. */
function addressOf(text: string): string | undefined {
  const [, address] =
    /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i.exec(text)?.filter(Boolean) ?? [];
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}
