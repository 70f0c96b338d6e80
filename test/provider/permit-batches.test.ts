import { beforeAll, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { toHex } from '../../src/adapters/chain/rpc/block.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import {
  hubStateOf,
  sendAs,
  startProviderChain,
  type SendToProviderApi,
  type SigningProvider,
} from '../support/chain/provider-chain.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const WITHIN_MS = 60_000;
const PASSPORTS = 12;
const AMOUNT = 2;
/** Wei; above the highest fee that the gateway offers. */
const TOO_DEAR = 10n ** 12n;
const CHEAP = 10n ** 9n;
const FUNDS = 10n ** 20n;
const HOLD = 'query ($id: ID!) { operation(id: $id) { status hold } }';

interface ManagedPassport {
  readonly wallet: string;
  readonly passportId: number;
  readonly target: string;
}

const chain = sharedByTests(startProviderChain);
const gateway = sharedByTests(() => startGateway(chain.variables()));
let own: SigningProvider;
let send: SendToProviderApi;
beforeAll(async () => {
  own = await chain.enroll(gateway);
  send = sendAs(gateway, own.secret);
  const open = { giveawayId: 'open', startTime: Math.floor(Date.now() / 1_000) - 60, determinationType: 0 };
  expect(await send('create-giveaway', open)).toMatchObject({ status: 200 });
});

const newWallet = () => Wallet.createRandom().address;

/** Provisions passports of wallets in custody. */
async function provisionManaged(count: number): Promise<ManagedPassport[]> {
  const responses = await Promise.all(
    Array.from({ length: count }, () => send('provision-entrant', { ownershipMode: 'managed_wallet' })),
  );
  return responses.map(({ status, body }) => {
    expect(status).toBe(200);
    const { managedWallet, passportId } = body.result;
    return { wallet: managedWallet, passportId, target: newWallet() };
  });
}

const transfer = ({ wallet, target }: ManagedPassport): Promise<HttpResponse> =>
  send(
    'provision-entrant',
    {
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: wallet,
      entrantWallet: target,
      giveawayId: 'open',
      amount: AMOUNT,
    },
    { prefer: 'wait=0' },
  );

/** Sets the base fee from the next block on. */
async function setBaseFee(fee: bigint): Promise<void> {
  await chain.contracts.rpc.call('anvil_setNextBlockBaseFeePerGas', [toHex(fee)]);
  await chain.contracts.rpc.call('evm_mine', []);
}

/** Waits until the gateway knows the fee: then an operation waits for a lower one. */
async function untilTooDear(): Promise<void> {
  const body = { entrantWallet: newWallet() };
  const { body: accepted } = await send('provision-entrant', body, { prefer: 'wait=0' });
  const { hold } = await eventually(
    async () => {
      const read = await gateway.graphql(HOLD, { id: accepted.operation.id }, own.secret);
      return read.body.data.operation;
    },
    (operation) => operation.status === 'CONFIRMED' || operation.hold !== null,
    WITHIN_MS,
  );
  if (hold === null) await untilTooDear();
  else expect(hold).toBe('GAS_TOO_HIGH');
}

/** Requests the transfers while the fee is too high, so that they wait together; returns their operations. */
async function requestTransfers(passports: readonly ManagedPassport[]): Promise<string[]> {
  await setBaseFee(TOO_DEAR);
  await untilTooDear();
  const operations: string[] = [];
  for (const passport of passports) {
    const { status, body } = await transfer(passport);
    expect(status).toBe(202);
    operations.push(body.operation.id);
  }
  return operations;
}

/** The holder moves the passport, which makes every earlier permit invalid. */
async function moveItself({ wallet, passportId }: ManagedPassport, to: string, tip = CHEAP): Promise<void> {
  const { rpc, deployment } = chain.contracts;
  await rpc.call('anvil_setBalance', [wallet, toHex(FUNDS)]);
  await rpc.call('anvil_impersonateAccount', [wallet]);
  const words = [wallet, to].map((address) => address.slice(2).toLowerCase().padStart(64, '0'));
  const call = {
    from: wallet,
    to: deployment.passport,
    // transferFrom(address,address,uint256)
    data: `0x23b872dd${words.join('')}${passportId.toString(16).padStart(64, '0')}`,
    gas: toHex(300_000),
    maxFeePerGas: toHex(2n * TOO_DEAR),
    maxPriorityFeePerGas: toHex(tip),
  };
  await rpc.call('eth_sendTransaction', [call]);
}

async function outcomesOf(operations: readonly string[]): Promise<Json[]> {
  const path = (id: string) => `/api/provider/integrations/operations/${id}`;
  return Promise.all(
    operations.map((id) =>
      eventually(
        () => gateway.rest('GET', path(id), { key: own.secret }),
        ({ status }) => status !== 202,
        WITHIN_MS,
      ),
    ),
  );
}

/** Expects that all but the passport at `bad` were transferred, with entries, in one transaction. */
async function expectAllBut(
  bad: number,
  passports: readonly ManagedPassport[],
  outcomes: readonly Json[],
): Promise<void> {
  const hub = hubStateOf(chain.contracts.rpc, chain.contracts.deployment.hub);
  const good = passports.flatMap((passport, index) =>
    index === bad ? [] : [{ passport, outcome: outcomes[index] }],
  );
  for (const { passport, outcome } of good) {
    expect(outcome).toMatchObject({
      status: 200,
      body: { result: { passportId: passport.passportId, ownerWallet: passport.target, entries: AMOUNT } },
    });
    expect(await hub.entriesOf(own.provider, 'open', passport.passportId)).toBe(AMOUNT);
  }
  expect(outcomes[bad]).toMatchObject({ status: 403, body: { error: { reason: 'PERMIT_INVALID' } } });
  expect(await hub.entriesOf(own.provider, 'open', passports[bad]?.passportId ?? 0)).toBe(0);
  const transactions = good.map(({ outcome }) => outcome.body.operation.transactionHash);
  expect(new Set(transactions).size).toBe(1);
}

it('transfers passports by permits in one transaction, without the one whose permit is no longer valid', async () => {
  const passports = await provisionManaged(PASSPORTS);
  const bad = 5;
  const operations = await requestTransfers(passports);
  await moveItself(passports[bad] as ManagedPassport, newWallet());
  await setBaseFee(CHEAP);
  await expectAllBut(bad, passports, await outcomesOf(operations));
});

it('fails only the transfer whose permit becomes invalid in the block of the batch', async () => {
  const { contracts } = chain;
  const passports = await provisionManaged(PASSPORTS);
  const bad = 3;
  const operations = await requestTransfers(passports);
  const events = hubStateOf(contracts.rpc, contracts.deployment.hub);
  const rejectedBefore = await events.countOf('ProvisionRejected');
  await setBaseFee(CHEAP);
  await contracts.setMining(false);
  // Until the batch is signed: a permit that is invalid before that is left out of it.
  const readAll = () => Promise.all(operations.map((id) => gateway.graphql(HOLD, { id }, own.secret)));
  await eventually(
    readAll,
    (responses) => responses.every(({ body }) => body.data.operation.status === 'SENT'),
    WITHIN_MS,
  );
  // The higher tip puts it first in the block.
  await moveItself(passports[bad] as ManagedPassport, newWallet(), TOO_DEAR);
  await contracts.mine();
  await contracts.setMining(true);
  await expectAllBut(bad, passports, await outcomesOf(operations));
  expect(await events.countOf('ProvisionRejected')).toBe(rejectedBefore + 1);
});
