import { randomBytes } from 'node:crypto';
import type { World } from './world.ts';

/** The configuration of a product on this chain, without its database. */
export function chainEnvironment(world: World, url: string): Readonly<Record<string, string>> {
  return {
    CHAIN: 'on',
    RPC_URL: url,
    CHAIN_HUB: world.hub,
    CHAIN_PASSPORT: world.passport,
    CHAIN_BEACON: world.beacon,
    CHAIN_START_BLOCK: String(world.startBlock),
    CHAIN_CONFIRMATIONS: '1',
    KEY_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
  };
}
