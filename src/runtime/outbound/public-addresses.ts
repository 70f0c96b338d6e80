import { BlockList, isIP, isIPv6 } from 'node:net';

// Addresses that are not globally reachable (IANA special-purpose address registries, RFC 6890), and multicast.
const BLOCKED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
// IPv6 uses only this part for global unicast (RFC 4291 2.4): loopback, link-local, unique local and multicast
// addresses lie outside, as do addresses that contain an IPv4 address, mapped (::ffff:0:0/96) or translated (64:ff9b::/32).
const GLOBAL_IPV6 = '2000::/3';
// Exceptions within it: protocol assignments with Teredo, documentation, 6to4.
const BLOCKED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = listOf([...BLOCKED_IPV4, ...BLOCKED_IPV6]);
const global = listOf([GLOBAL_IPV6]);

/** Whether a receiver on the public Internet can have this IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
  return isIP(address) === 4 && !blocked.check(address, 'ipv4');
}

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), isIPv6(net) ? 'ipv6' : 'ipv4');
  }
  return list;
}
