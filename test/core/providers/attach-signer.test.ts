import { describe, expect, it } from '@jest/globals';
import { attachSigner } from '../../../src/core/providers/attach-signer.ts';
import { createProvider } from '../../../src/core/providers/create-provider.ts';
import { OPERATOR } from '../support/callers.ts';
import { HUB_OWNER } from '../support/chain.ts';
import { errorOf } from '../support/ports.ts';
import {
  attach,
  defaultSigner,
  newSigner,
  ports,
  provider,
  resetWithoutOwner,
  signerActions,
  signersOfProvider,
  UNKNOWN_WALLET,
  useSigners,
} from './provider-signers.ts';

const SIGNER_LIMIT = 100;

useSigners();

describe('attaching a signer', () => {
  it('registers the signer with the contracts, and makes the first one the default', async () => {
    const wallet = await newSigner();
    expect(await attach(wallet)).toMatchObject({
      provider: { id: provider.id },
      signer: { address: wallet, isDefault: true },
    });
    expect(ports.chain.signers).toEqual(new Set([`${provider.chainKey} ${wallet}`]));
    expect(ports.operations.all).toMatchObject([
      {
        signer: HUB_OWNER,
        providerKey: provider.chainKey,
        request: null,
        call: { kind: 'set-provider-signer', allowed: true },
      },
    ]);
    expect(signerActions()).toEqual(['attachSigner', 'registerSigner', 'setDefaultSigner']);
  });

  it('accepts the address in lower case, and refuses a wrong checksum', async () => {
    const wallet = await newSigner();
    expect((await attach(wallet.toLowerCase())).signer.address).toBe(wallet);
    const [letter = ''] = /[a-f]/.exec(wallet.slice(2)) ?? [];
    const wrongChecksum = `0x${wallet.slice(2).replace(letter, letter.toUpperCase())}`;
    expect(await errorOf(attach(wrongChecksum))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['wallet'] }],
    });
  });

  it('keeps the default signer until a request makes another one the default', async () => {
    const [first, second] = [await newSigner(), await newSigner()];
    await attach(first);
    await attach(second);
    expect(await defaultSigner()).toBe(first);
    expect((await attach(second, { default: true })).signer.isDefault).toBe(true);
    expect(await defaultSigner()).toBe(second);
    const recorded = signerActions();
    await attach(second, { default: true });
    expect(signerActions()).toEqual(recorded);
  });

  it('makes a signer that acts later the default only when the request is repeated then', async () => {
    const now = Math.floor(ports.clock.now().getTime() / 1_000);
    ports.chain.activeFrom = now + 3_600;
    const wallet = await newSigner();
    expect((await attach(wallet)).signer.isDefault).toBe(false);
    ports.clock.advance(3_599);
    expect((await attach(wallet)).signer.isDefault).toBe(false);
    ports.clock.advance(1);
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect(ports.operations.all).toHaveLength(1);
  });

  it('changes and records nothing the second time', async () => {
    const wallet = await newSigner();
    await attach(wallet);
    const before = [ports.audit.entries, ports.operations.all];
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect([ports.audit.entries, ports.operations.all]).toEqual(before);
  });

  it('completes an attachment that was interrupted before the registration', async () => {
    const wallet = await newSigner();
    await ports.wallets.attachSigner(wallet, provider.id);
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect(signerActions()).toEqual(['registerSigner', 'setDefaultSigner']);
  });

  it('sends no transaction when the contracts already list the wallet', async () => {
    const wallet = await newSigner();
    ports.chain.signers.add(`${provider.chainKey} ${wallet}`);
    expect((await attach(wallet)).signer.isDefault).toBe(true);
    expect(ports.operations.all).toEqual([]);
  });

  it('makes a signer the default only after its registration', async () => {
    const wallet = await newSigner();
    const { outcome } = ports.operations;
    ports.operations.outcome = () => ({});
    expect((await attach(wallet)).signer.isDefault).toBe(false);
    expect(ports.operations.waitedMs).toBe(10_000);
    ports.operations.outcome = outcome;
    expect((await attach(wallet)).signer.isDefault).toBe(true);
  });

  it('treats a mined registration as effective although its operation is still open', async () => {
    const wallet = await newSigner();
    ports.operations.outcome = () => {
      ports.chain.signers.add(`${provider.chainKey} ${wallet}`);
      return { status: 'MINED' };
    };
    expect((await attach(wallet)).signer.isDefault).toBe(true);
  });

  it('returns the reason for which the contracts refused the registration', async () => {
    const wallet = await newSigner();
    const error = { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', message: 'No money.' } as const;
    ports.operations.outcome = () => ({ status: 'FAILED', error });
    expect(await errorOf(attach(wallet))).toMatchObject({ code: 'INSUFFICIENT_FUNDS', retryAfterSeconds: 5 });
    expect(await defaultSigner()).toBeUndefined();
  });

  it('is refused while the wallet of the hub’s owner is not in custody', async () => {
    await resetWithoutOwner();
    const wallet = await newSigner();
    expect(await errorOf(attach(wallet))).toMatchObject({
      code: 'SIGNER_NOT_CONFIGURED',
      reason: 'OWNER_NOT_IN_CUSTODY',
      values: { address: HUB_OWNER },
    });
    expect(await signersOfProvider()).toEqual([]);
  });

  it('is refused for an unknown wallet, an entrant’s, another provider’s, and for an unknown provider', async () => {
    const other = await ports.run(OPERATOR, createProvider, { name: 'Other' });
    const taken = await newSigner();
    await ports.run(OPERATOR, attachSigner, { provider: other.id, wallet: taken });
    expect(await errorOf(attach(UNKNOWN_WALLET))).toMatchObject({ code: 'NOT_FOUND', reason: 'WALLET' });
    expect(await errorOf(attach(await newSigner('MANAGED')))).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'WALLET',
    });
    expect(await errorOf(attach(taken))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['wallet'] }],
    });
    const absent = ports.run(OPERATOR, attachSigner, { provider: 'prv_none', wallet: taken });
    expect(await errorOf(absent)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await signersOfProvider()).toEqual([]);
  });

  it(`is refused for a provider with ${SIGNER_LIMIT} signers`, async () => {
    for (let count = 0; count < SIGNER_LIMIT; count += 1) await attach(await newSigner());
    expect(await errorOf(attach(await newSigner()))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['provider'] }],
    });
    expect(await signersOfProvider()).toHaveLength(SIGNER_LIMIT);
  });
});
