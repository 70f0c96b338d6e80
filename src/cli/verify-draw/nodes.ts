import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ReportingNode } from '../../verification/node/chain-node.ts';
import { createHttpNode } from '../../verification/node/http-node.ts';
import { VerificationError } from '../../verification/verification-error.ts';
import { retry } from './retry.ts';

/** Nodes at these addresses. Those on one machine are one source, whatever names and ports they have. */
export async function openNodes(urls: readonly string[]): Promise<ReportingNode[]> {
  const machines = await Promise.all(urls.map((url) => addressesOf(new URL(url).hostname)));
  return urls.map((url, index) => withRetries(createHttpNode(url, { source: sourceOf(machines, index) })));
}

/** The addresses of a host; those of this machine are one. */
async function addressesOf(hostname: string): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found =
    isIP(host) > 0
      ? [host]
      : await lookup(host, { all: true }).then(
          (all) => all.map(({ address }) => address),
          // Nobody will reach it, or a proxy will: then its name is all that is known.
          () => [host],
        );
  return found.map((address) => (isOwn(address) ? 'this machine' : address));
}

/** The first address of all hosts that share addresses, also through others. */
function sourceOf(machines: readonly (readonly string[])[], index: number): string | undefined {
  const shared = new Set(machines[index]);
  for (let size = 0; size < shared.size;) {
    size = shared.size;
    const others = machines.filter((addresses) => addresses.some((address) => shared.has(address)));
    for (const address of others.flat()) shared.add(address);
  }
  return [...shared].toSorted()[0];
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addSubnet('0.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addAddress('::', 'ipv6');

function isOwn(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return (
    (isIP(address) > 0 && LOOPBACK.check(address, family)) ||
    Object.values(networkInterfaces()).some((own) => own?.some((one) => one.address === address))
  );
}

function withRetries(node: ReportingNode): ReportingNode {
  return { ...node, send: (method, params) => retry(() => node.send(method, params), isLost) };
}

/** Whether a connection was refused or ended; a node that is silent for a minute is not asked again. */
function isLost(error: unknown): boolean {
  if (!(error instanceof VerificationError) || error.code !== 'NODE_UNREACHABLE') return false;
  return (error.cause as Partial<Error> | undefined)?.name !== 'TimeoutError';
}
