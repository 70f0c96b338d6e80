import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** All addresses of a host name. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Thrown where a name has no address that may be called. */
export class PrivateAddress extends Error {
  constructor() {
    super('The address is not a public one.');
    this.name = 'PrivateAddress';
  }
}

/**
 * Looks a name up for a connection, which gets no address but those that were checked: a name that leads elsewhere a
 * moment later (DNS rebinding) leads nowhere.
 */
export function createCheckedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, found) => {
      if (error) return callback(error, []);
      const wanted = options.family === 4 || options.family === 6 ? options.family : undefined;
      const addresses = found.filter(
        ({ address, family }) => isPublicAddress(address) && (wanted === undefined || wanted === family),
      );
      const [first] = addresses;
      if (first === undefined) return callback(new PrivateAddress(), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
