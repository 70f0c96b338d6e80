import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { callbackify } from 'node:util';
import type { Resolve } from './checked-lookup.ts';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Resolves names by asking the name servers directly. The system's lookup would occupy one of the process's four threads, which
 * files and compression also need, while a receiver's name server is silent.
 * @param servers Addresses, with or without a port; the system's by default.
 */
export function createNameResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return callbackify(async (hostname: string): Promise<LookupAddress[]> => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  });
}
