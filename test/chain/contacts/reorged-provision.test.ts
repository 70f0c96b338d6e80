import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { id as hashOf } from 'ethers';
import { createContracts } from '../../../src/adapters/chain/hub/contracts.ts';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import type { Outbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import { ids } from '../../../src/runtime/ids.ts';
import type { ProvisionedEntries } from '../../../src/core/chain/chain-call.ts';
import { openContact } from '../../../src/core/contacts/contact.ts';
import type { JobData, Jobs } from '../../../src/core/jobs.ts';
import { isSettled, type Operation } from '../../../src/core/operations/operation.ts';
import { finishProvision } from '../../../src/core/provisioning/finish-provision.ts';
import { saveFollowUp } from '../../../src/core/provisioning/follow-up.ts';
import type { Ports } from '../../../src/adapters/ports/ports.ts';
import { clock, openCustodySetup, type CustodySetup } from '../../custody/open-custody.ts';
import { newKeyEncryptionKey } from '../../custody/keys.ts';
import { startTestChain, type TestChain } from '../../support/chain/anvil.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { eventually } from '../../support/eventually.ts';
import { newOperation, partsOf, startTestOutbox } from '../outbox/support/harness.ts';

const EMAIL = 'entrant@example.com';
const ENTRANT = `0x${'1'.repeat(40)}`;
const DAY = 86_400;
const STRANGER = `0x${'2'.repeat(40)}`;

describe('the contact of a passport whose provision a reorganisation replaces', () => {
  let chain: TestChain;
  let custody: CustodySetup;
  let outbox: Outbox;
  let ports: Ports;
  let providerId: string;
  let giveaway: string;
  /** The jobs that were added, the latest last. */
  const added: JobData['finish-provision'][] = [];
  beforeAll(async () => {
    [chain, custody] = await Promise.all([startTestChain({ signers: 1 }), openCustodySetup()]);
    outbox = startTestOutbox(chain, partsOf(chain, custody.database));
    const passport = String(await chain.contract.getFunction('passport')());
    const site = {
      chainId: Number(chain.chainId),
      hub: chain.hub,
      passport,
      beacon: chain.beacon,
      beaconMargin: 60,
    };
    const contracts = createContracts({ rpc: chain.rpc, site, feeCap: () => 10n ** 12n, now: Date.now });
    const jobs: Jobs = {
      add: async (_name, data) => void added.push(data as JobData['finish-provision']),
      addAll: async () => undefined,
      wake: async () => new Set(),
    };
    ports = {
      ...(await custody.open(newKeyEncryptionKey('k'))),
      contracts,
      jobs,
      operations: outbox.operations,
    };
    providerId = ids.next('prv');
    const chainKey = digests.keccak256(providerId);
    const { timestamp } = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as {
      readonly timestamp: string;
    };
    giveaway = await chain.createGiveaway('closes in a day', Number(timestamp) + DAY);
    await ports.providers.add({ id: providerId, name: 'A provider', chainKey, createdAt: clock.now() });
  });
  afterAll(async () => {
    await outbox.stop();
    await custody.close();
    await chain.stop();
  });

  /** Provisions an entrant until that is confirmed; returns its operation, once its follow-up was carried out. */
  async function provision(entries: ProvisionedEntries | null): Promise<Operation> {
    const { providerKey: provider } = chain;
    const operation = {
      ...newOperation(chain, { kind: 'provision-mint', provider, to: ENTRANT, maxTransfers: null, entries }),
      request: { endpoint: 'provision-entrant', facts: { ownerWallet: ENTRANT } },
    };
    const { id: operationId } = operation;
    await saveFollowUp(ports, { operationId, providerId, email: EMAIL, notify: false, claimUrl: '' });
    await outbox.operations.submit([operation]);
    await outbox.operations.wait([operationId], 20_000);
    await carryOut();
    return (await outbox.operations.find(operationId))!;
  }
  /** Carries out the follow-up that was added last. */
  const carryOut = () => finishProvision(ports, added.at(-1)!, clock.now());
  /** Replaces the newest block by one that has only these calls of the operator. */
  async function replaceNewest(calls: readonly string[]): Promise<void> {
    const [from] = (await chain.rpc.call('eth_accounts')) as string[];
    const transactions = calls.map((data) => [{ from, to: chain.hub, data, gas: '0x200000' }, 0]);
    await chain.rpc.call('anvil_reorg', [1, transactions]);
  }
  /** The operation, once it is open again and once it is settled anew; a block comes with each look at it. */
  const settledAnew = async ({ id }: Operation): Promise<Operation> => {
    const find = () => outbox.operations.find(id);
    await eventually(find, (found) => found !== undefined && !isSettled(found), 20_000);
    await chain.rpc.call('evm_setAutomine', [true]);
    await chain.rpc.call('evm_mine');
    return (await eventually(find, (found) => found !== undefined && isSettled(found), 20_000))!;
  };
  const contactOf = async (passportId: number) => {
    const stored = await ports.contacts.find(providerId, passportId);
    return stored?.sealed && (await openContact(ports, stored.sealed, stored)).email;
  };
  const passportOf = ({ result }: Operation) => Number(result?.['passportId']);

  it('moves to the passport that the entrant has got instead', async () => {
    const operation = await provision(null);
    const former = passportOf(operation);
    expect(await contactOf(former)).toBe(EMAIL);

    await chain.rpc.call('evm_setAutomine', [false]);
    const item = mintItem(hashOf('a passport of a stranger'), STRANGER, 0);
    await replaceNewest([
      chain.contract.interface.encodeFunctionData('provision', [chain.providerKey, item]),
    ]);
    const anew = await settledAnew(operation);
    expect([anew.status, passportOf(anew)]).toEqual(['CONFIRMED', former + 1]);
    await carryOut();

    expect([await contactOf(former), await contactOf(former + 1)]).toEqual([undefined, EMAIL]);
  });

  it('is removed when the provision fails', async () => {
    const operation = await provision({ giveaway, amount: 1, reasonCode: 0, evidence: null });
    const former = passportOf(operation);
    expect([operation.status, await contactOf(former)]).toEqual(['CONFIRMED', EMAIL]);

    await chain.rpc.call('evm_setAutomine', [false]);
    await replaceNewest([]);
    // The giveaway closes before a block has the provision again.
    await chain.rpc.call('evm_increaseTime', [2 * DAY]);
    expect((await settledAnew(operation)).status).toBe('FAILED');
    await carryOut();

    expect(await ports.contacts.find(providerId, former)).toBeUndefined();
    expect(await ports.provisions.findFollowUp(operation.id)).toBeDefined();
  });
});
