import { Session } from 'node:inspector/promises';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { writeHeapSnapshot } from 'node:v8';
import { createCustody } from '../../src/adapters/custody/custody.ts';
import { ids } from '../../src/runtime/ids.ts';
import { createSigningRecords } from '../../src/adapters/postgres/providers/signing-records.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { clock, HUB, hubInterface, openAt, POLICY } from './open-custody.ts';

/**
 * A process that makes a wallet, signs many transactions, and then writes what its memory still holds: the heap as a
 * snapshot, and the bytes of all reachable array buffers. It reads the keys from the database only.
 */
const { FOLDER = '', DATABASE = '', SIGNER = '', CONTROL = '' } = process.env;

const database = await openAt({ url: DATABASE || undefined, directory: join(FOLDER, 'db') });
const custody = await createCustody({
  keyEncryptionKeys: undefined,
  directory: FOLDER,
  production: false,
  ids,
  clock,
});
const signer = custody.createSigner(POLICY, createSigningRecords(database.sql));
const managed = await custody.walletKeys.generate({ purpose: 'MANAGED', label: 'made by the child' });
await createStores(database, ids).wallets.add(managed);

const call = (nonce: number, to = HUB) => ({
  chainId: 31_337n,
  nonce,
  to,
  data: hubInterface.getFunction('changeEntries')?.selector ?? '',
  gasLimit: 100_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
});
for (let nonce = 0; nonce < 100; nonce += 10)
  await signer.signTransactions(
    SIGNER,
    Array.from({ length: 10 }, (_, index) => call(nonce + index)),
  );
const permit = { spender: HUB, from: managed.address, to: SIGNER, passportId: 1n, nonce: 0n, deadline: 1n };
await signer.signTransferPermit(permit);
// Failures while a key is in use: they are written out with everything they carry.
const failures = await Promise.allSettled([
  signer.signTransactions(SIGNER, [call(0, SIGNER)]),
  signer.signTransferPermit({ ...permit, spender: SIGNER }),
  signer.signTransferPermit({ ...permit, passportId: -1n }),
  custody.walletKeys.import({ purpose: 'SIGNER', label: '' }, Buffer.alloc(32, 255)),
]);
process.stdout.write(`${inspect(failures, { depth: 10, showHidden: true })}\n`);
await database.close();

// The forms of a leaked key, which prove that the search works.
const control = { hex: CONTROL, bytes: new Uint8Array(Buffer.from(CONTROL, 'hex')) };

// A later turn of the event loop releases what promises and the inspector still hold.
for (let time = 0; time < 3; time += 1) {
  globalThis.gc?.();
  await nextTurn();
}
writeHeapSnapshot(join(FOLDER, 'heap.heapsnapshot'));
const file = openSync(join(FOLDER, 'buffers'), 'w');
for (const buffer of await findArrayBuffers()) writeSync(file, new Uint8Array(buffer));
closeSync(file);
process.stdout.write(`The control has ${control.bytes.length} bytes and ${control.hex.length} digits.\n`);

async function findArrayBuffers(): Promise<ArrayBuffer[]> {
  const session = new Session();
  session.connect();
  const { result } = await session.post('Runtime.evaluate', { expression: 'ArrayBuffer.prototype' });
  const { objects } = await session.post('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const globals = globalThis as { buffers?: ArrayBuffer[] };
  await session.post('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { globalThis.buffers = this; }',
  });
  session.disconnect();
  return globals.buffers ?? [];
}
