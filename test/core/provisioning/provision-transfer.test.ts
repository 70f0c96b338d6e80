import { beforeEach, describe, expect, it } from '@jest/globals';
import { perform } from '../../../src/core/operations/perform.ts';
import { provisionEntrant } from '../../../src/core/provisioning/provision-entrant.ts';
import type { TransferPermit } from '../../../src/core/wallets/permits.ts';
import {
  A_WALLET as entrantWallet,
  ANOTHER_WALLET as sourceWallet,
} from '../../support/providers/provider-requests.ts';
import { providerCaller } from '../support/callers.ts';
import { HUB, HUB_OWNER } from '../support/chain.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const caller = providerCaller();

let ports: FakePorts;
let permits: TransferPermit[];
beforeEach(() => {
  ports = createPorts();
  permits = [];
  hold(sourceWallet, 7);
});
/** Puts passports into a wallet, on the chain and in the read model. */
function hold(owner: string, ...passportIds: readonly number[]): void {
  for (const passportId of passportIds) {
    const permitNonce = BigInt(passportId + 100);
    ports.chain.passports.set(passportId, { owner, maxTransfers: null, transfersUsed: 0, permitNonce });
    ports.projectedPassports.owners.set(passportId, owner);
  }
}
const signTransferPermit = async (permit: TransferPermit) => {
  permits.push(permit);
  return '0xbeef';
};
const transfer = (body: object = {}) =>
  perform(
    { ...ports, permits: { signTransferPermit } },
    caller,
    provisionEntrant,
    { ownershipMode: 'transfer_existing_passport', sourceWallet, entrantWallet, ...body },
    { requestId: 'request-1', wait: 0 },
  );
const call = () => ports.operations.all[0]?.call;

describe('a transfer of an existing passport', () => {
  it('moves the only passport of the source wallet, which approved the signer itself', async () => {
    await transfer();
    expect(call()).toEqual({
      kind: 'provision-transfer',
      provider: caller.providerKey,
      passportId: 7,
      from: sourceWallet,
      to: entrantWallet,
      deadline: 0,
      signature: null,
      entries: null,
    });
    expect(permits).toEqual([]);
    expect(ports.operations.all[0]?.request?.facts).toEqual({
      ownershipMode: 'transfer_existing_passport',
      ownerWallet: entrantWallet,
      sourceWallet,
      entrantWallet,
      passportId: 7,
      notification: null,
    });
  });

  it('is permitted for a day by the managed wallet that holds the passport, by the clock of the chain', async () => {
    await ports.provisions.addManagedWallet('prv_1', sourceWallet, null);
    ports.chain.aheadSeconds = 40;
    await transfer();
    const deadline = START.getTime() / 1_000 + 40 + 86_400;
    expect(call()).toMatchObject({ passportId: 7, deadline, signature: '0xbeef' });
    expect(permits).toEqual([
      {
        spender: HUB,
        from: sourceWallet,
        to: entrantWallet,
        passportId: 7n,
        nonce: 107n,
        deadline: BigInt(deadline),
      },
    ]);
  });

  it('has no permit of a wallet that another provider manages', async () => {
    await ports.provisions.addManagedWallet('prv_2', sourceWallet, null);
    await transfer();
    expect(call()).toMatchObject({ signature: null });
    expect(permits).toEqual([]);
  });

  it('is refused without a source wallet', async () => {
    expect(await errorOf(transfer({ sourceWallet: null }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['sourceWallet'] }],
    });
  });
});

describe('the passport that is transferred', () => {
  it('is the one that the request names', async () => {
    hold(sourceWallet, 8, 9);
    await transfer({ passportId: 8 });
    expect(call()).toMatchObject({ passportId: 8 });
  });

  it('is the one that the chain still has in the wallet, where the read model is behind', async () => {
    hold(sourceWallet, 8);
    hold(HUB_OWNER, 7);
    ports.projectedPassports.owners.set(7, sourceWallet);
    await transfer();
    expect(call()).toMatchObject({ passportId: 8 });
  });

  it('is required where the wallet holds several, and the refusal lists them', async () => {
    hold(sourceWallet, 8);
    expect(await errorOf(transfer())).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['passportId'], message: expect.stringContaining('7, 8') }],
    });
  });

  it.each([
    ['none is named', {}],
    ['one is named that does not exist', { passportId: 99 }],
  ])('is not found in a wallet without passports where %s', async (_what, body) => {
    expect(await errorOf(transfer({ sourceWallet: HUB_OWNER, ...body }))).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'PASSPORT',
    });
  });

  it('is refused where it belongs to another wallet, and the refusal names both', async () => {
    expect(await errorOf(transfer({ sourceWallet: HUB_OWNER, passportId: 7 }))).toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'OWNER_MISMATCH',
      values: { passportId: 7, expected: HUB_OWNER, actual: sourceWallet },
    });
  });
});
