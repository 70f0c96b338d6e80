import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { createWallet } from '../../../src/core/wallets/create-wallet.ts';
import { importWallet } from '../../../src/core/wallets/import-wallet.ts';
import { wallets } from '../../../src/core/wallets/wallets.ts';
import { CALLERS, OPERATOR } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';
import { addressOf } from '../support/secrets.ts';
import { START } from '../support/time.ts';

const privateKey = `0x${'aB'.repeat(32)}`;
const address = addressOf(Buffer.from(privateKey.slice(2), 'hex'));

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const create = (input: object = {}, caller: Caller = OPERATOR) =>
  ports.run(caller, createWallet, { purpose: 'SIGNER', ...input });
const importKey = (input: object = {}, caller: Caller = OPERATOR) =>
  ports.run(caller, importWallet, { purpose: 'SIGNER', privateKey, ...input });
const list = (input: object = {}, caller: Caller = OPERATOR) => ports.run(caller, wallets, input);
const stored = async () => (await list()).items;

describe('a new wallet', () => {
  it.each(['SIGNER', 'MANAGED'])(
    'is stored for the purpose %s with an empty label by default',
    async (purpose) => {
      const wallet = await create({ purpose });
      expect(wallet).toMatchObject({ purpose, label: '', keyId: 'key-1', createdAt: START });
      expect(await stored()).toMatchObject([{ id: wallet.id, address: wallet.address, purpose }]);
    },
  );

  it('has a key of its own', async () => {
    expect((await create()).address).not.toBe((await create()).address);
  });

  it('is recorded in the audit log', async () => {
    const { id, address: created } = await create({ label: 'Payer' });
    expect(ports.audit.entries).toMatchObject([
      {
        action: 'createWallet',
        actor: 'operator',
        subject: id,
        facts: { address: created, purpose: 'SIGNER', label: 'Payer' },
      },
    ]);
  });
});

describe('an imported wallet', () => {
  it.each([
    ['in mixed case', privateKey],
    ['in lower case', privateKey.toLowerCase()],
    ['in upper case', `0x${privateKey.slice(2).toUpperCase()}`],
  ])('has the address of its key, which is sent %s', async (_what, key) => {
    expect(await importKey({ privateKey: key, label: 'Payer' })).toMatchObject({ address, label: 'Payer' });
    expect(await stored()).toMatchObject([{ address, purpose: 'SIGNER' }]);
  });

  it('is recorded in the audit log without its key', async () => {
    const { id } = await importKey();
    expect(ports.audit.entries).toMatchObject([
      { action: 'importWallet', subject: id, facts: { address, purpose: 'SIGNER', label: '' } },
    ]);
    expect(JSON.stringify(ports.audit.entries).toLowerCase()).not.toContain('abab');
  });

  it('changes nothing when it is in custody already', async () => {
    const first = await importKey({ label: 'Payer' });
    ports.clock.advance(5);
    expect(await importKey({ label: 'Another' })).toMatchObject({
      id: first.id,
      label: 'Payer',
      createdAt: START,
    });
    expect(await stored()).toHaveLength(1);
    expect(ports.audit.entries).toHaveLength(1);
  });

  it('is another wallet for each purpose', async () => {
    const signer = await importKey();
    const managed = await importKey({ purpose: 'MANAGED' });
    expect(managed).toMatchObject({ address: signer.address, purpose: 'MANAGED' });
    expect(await stored()).toHaveLength(2);
  });

  it.each([
    ['without 0x', 'ab'.repeat(32)],
    ['of 31 bytes', `0x${'ab'.repeat(31)}`],
    ['of 33 bytes', `0x${'ab'.repeat(33)}`],
    ['with a letter that is no digit', `0x${'ag'.repeat(32)}`],
    ['with a line feed at its end', `${privateKey}\n`],
    ['that is absent', undefined],
    ['that is null', null],
    ['that is outside of the curve', `0x${'00'.repeat(32)}`],
  ])('is refused with a key %s', async (_what, key) => {
    const error = await errorOf(importKey({ privateKey: key }));
    expect(error).toMatchObject({ code: 'INVALID_PAYLOAD', details: [{ path: ['privateKey'] }] });
    expect(error.message).not.toContain('abab');
    expect(await stored()).toEqual([]);
  });
});

describe.each([
  ['creates', create],
  ['imports', importKey],
])('a request that %s a wallet', (_what, add) => {
  it.each([
    ['no purpose', { purpose: undefined }, 'purpose'],
    ['an unknown purpose', { purpose: 'signer' }, 'purpose'],
    ['a label of 81 characters', { label: 'x'.repeat(81) }, 'label'],
  ])('is refused with %s', async (_input, input, field) => {
    expect(await errorOf(add(input))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: [field] }],
    });
    expect(ports.audit.entries).toEqual([]);
  });

  it('may have a label of 80 characters', async () => {
    expect((await add({ label: 'x'.repeat(80) })).label).toHaveLength(80);
  });
});

describe('the list of wallets', () => {
  it('shows the newest first, in pages', async () => {
    const ids: string[] = [];
    for (const label of ['first', 'second', 'third']) {
      ids.unshift((await create({ label })).id);
      ports.clock.advance(1);
    }
    expect((await stored()).map(({ id }) => id)).toEqual(ids);
    expect(await list({ first: 2 })).toMatchObject({
      items: [{ label: 'third' }, { label: 'second' }],
      hasNextPage: true,
    });
  });

  it('shows nothing of the keys', async () => {
    const { id } = await importKey();
    expect(await stored()).toEqual([
      { id, address, purpose: 'SIGNER', label: '', keyId: 'key-1', createdAt: START },
    ]);
  });
});

const OTHERS = Object.entries(CALLERS).filter(([, { kind }]) => kind !== 'operator');
it.each(OTHERS)(
  'lets the operator alone create, import and list wallets, and not %s',
  async (_who, caller) => {
    for (const use of [create, importKey, list])
      expect((await errorOf(use({}, caller))).code).toMatch(/^UNAUTH/);
    expect(await stored()).toEqual([]);
  },
);
