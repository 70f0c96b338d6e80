import { Interface } from 'ethers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCustody, type Custody } from '../../src/adapters/custody/custody.ts';
import { ids } from '../../src/runtime/ids.ts';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import { createProvisions } from '../../src/adapters/postgres/providers/provisions.ts';
import { createSigningRecords } from '../../src/adapters/postgres/providers/signing-records.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import type { Ports } from '../../src/adapters/ports/ports.ts';
import type { SigningRecords } from '../../src/adapters/ports/signing-records.ts';
import { SIGNED_HUB_FUNCTIONS } from '../../src/core/wallets/signing-policy.ts';
import { createTestDatabase } from '../support/database/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';

export const clock = { now: () => new Date() };
export const HUB = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const PASSPORT = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
export const HUB_ABI = SIGNED_HUB_FUNCTIONS.map((name) => `function ${name}()`);
export const hubInterface = new Interface(HUB_ABI);
export const POLICY = {
  chainId: 31_337n,
  hubs: [{ hub: HUB, passport: PASSPORT }],
  hubAbi: HUB_ABI,
  maxFeePerGas: 200_000_000_000n,
};

/** A migrated database, and custody on it. */
export interface CustodySetup {
  readonly database: Database;
  readonly records: SigningRecords;
  /** The folder of its embedded database, or its URL. */
  readonly location: { readonly url: string | undefined; readonly directory: string };
  /** The ports that the core needs for wallets, with these key-encryption keys. */
  open(keyEncryptionKeys: string): Promise<Ports & Custody>;
  /** Closes the database and opens it again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export async function openCustodySetup(): Promise<CustodySetup> {
  const folder = await mkdtemp(join(tmpdir(), 'custody-'));
  const server = await createTestDatabase();
  const location = { url: server?.url, directory: join(folder, 'db') };
  if (server === undefined) await placeEmbeddedDatabase(location.directory);
  let database = await openAt(location);
  return {
    get database() {
      return database;
    },
    get records() {
      return createSigningRecords(database.sql);
    },
    location,
    async open(keyEncryptionKeys) {
      const custody = await createCustody({
        keyEncryptionKeys,
        directory: folder,
        production: true,
        ids,
        clock,
      });
      // Only what the use cases of wallets and contacts use.
      const provisions = createProvisions(database.sql);
      const parts = { ...createStores(database, ids), ...custody, ids, clock, provisions };
      return parts as unknown as Ports & Custody;
    },
    async reopen() {
      await database.close();
      database = await openAt(location);
    },
    async close() {
      await database.close();
      await server?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function openAt({ url, directory }: CustodySetup['location']): Promise<Database> {
  const silent = () => undefined;
  return openDatabase({ url, readUrl: undefined, directory, warn: silent, note: silent });
}
