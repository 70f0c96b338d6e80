import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** All addresses of a host name. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** A name has no public address. */
export class PrivateAddress extends Error {
  constructor() {
    super('The address is not public.');
    this.name = 'PrivateAddress';
  }
}

/**
 * Resolves a name for a connection and returns only allowed addresses: public ones by default. The connection uses exactly these,
 * so a later change of the name (DNS rebinding) has no effect.
 */
export function createCheckedLookup(resolve: Resolve, isAllowed = isPublicAddress): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, found) => {
      if (error) return callback(error, []);
      const wanted = options.family === 4 || options.family === 6 ? options.family : undefined;
      const addresses = found.filter(
        ({ address, family }) => isAllowed(address) && (wanted === undefined || wanted === family),
      );
      const [first] = addresses;
      if (first === undefined) return callback(new PrivateAddress(), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
