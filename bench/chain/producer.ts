import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { World } from './world.ts';
import { openParts } from './parts.ts';

/** Messages to the producer: how many operations may wait for their responses; 0 lets the gateway become idle. */
export interface Backlog {
  readonly backlog: number;
}

const TOP_UP_MS = 100;

// Operations come through the database, as from another gateway; the measured gateway carries them out.
const world = JSON.parse(process.env['WORLD'] ?? '') as World;
const signers = JSON.parse(process.env['SIGNERS'] ?? '') as string[];
const directory = mkdtempSync(join(tmpdir(), 'bench-producer-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const { database, modules } = await openParts(directory);
const store = modules.operationStore.createOperationStore(database.sql, BigInt(world.chainId));
const WAITING = {
  name: '',
  // Both read small indexes and skip finished operations.
  text: `select (select count(*) from operation where transaction_id is null and error is null)
    + (select coalesce(sum(cardinality(operation_ids)), 0) from chain_transaction
       where state in ('SENT', 'MINED'))`,
};

let backlog = 0;
let place = 0;
process.on('message', (message: Backlog) => ({ backlog } = message));
process.on('disconnect', () => process.exit());
process.send?.('ready');

for (;;) {
  const waiting = backlog === 0 ? 0 : Number((await database.sql.query(WAITING, []))[0]?.[0]);
  const missing = Math.max(0, backlog - waiting);
  if (missing > 0) await store.add(Array.from({ length: missing }, () => toOperation(place++)));
  await after(TOP_UP_MS);
}

function toOperation(number: number) {
  return {
    id: `opn_bench-${number}`,
    providerKey: world.providerKey,
    signer: signers[number % signers.length] ?? '',
    call: {
      kind: 'change-entries',
      giveaway: world.giveaway,
      passportId: 1 + (number % world.passports),
      amount: 1,
      remove: false,
      reasonCode: 0,
      evidence: null,
      expectedOwner: null,
    },
  } as const;
}
