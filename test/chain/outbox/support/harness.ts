import { randomUUID } from 'node:crypto';
import { getBytes, id, type Wallet } from 'ethers';
import { signTransaction } from '../../../../src/adapters/custody/sign-transaction.ts';
import {
  startLaneWorker,
  type LaneWorkerOptions,
} from '../../../../src/adapters/chain/outbox/lane-worker.ts';
import { createOutbox, type Outbox } from '../../../../src/adapters/chain/outbox/outbox.ts';
import { ids } from '../../../../src/runtime/ids.ts';
import type { Database } from '../../../../src/adapters/postgres/connection/database.ts';
import { createLaneStore } from '../../../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../../../src/adapters/postgres/operations/operation-store.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import type { NewOperation } from '../../../../src/core/operations/operation.ts';
import type { OperationStore } from '../../../../src/adapters/ports/operation-store.ts';
import type { TransactionSigner } from '../../../../src/adapters/ports/transaction-signer.ts';
import type { TestChain } from '../../../support/chain/anvil.ts';
import type { Signature } from '../../../support/chain/history.ts';

/** A signer with keys in memory; `onSigned` receives every signature first. */
export function createTestSigner(
  wallets: readonly Wallet[],
  onSigned: (signature: Signature) => void = () => undefined,
): TransactionSigner {
  return {
    canSign: (address) => Promise.resolve(wallets.some((each) => each.address === address)),
    signTransactions(address, transactions) {
      const wallet = wallets.find((each) => each.address === address);
      if (!wallet) return Promise.reject(new Error(`No key of ${address}.`));
      return Promise.resolve(
        transactions.map((fields) => {
          const signed = signTransaction(fields, getBytes(wallet.privateKey));
          const { nonce, to, data, gasLimit } = fields;
          onSigned({ address, nonce, payload: id(`${to} ${data} ${gasLimit}`) });
          return signed;
        }),
      );
    },
  };
}

export interface OutboxOptions extends Omit<LaneWorkerOptions, 'settled'> {
  readonly operationStore: OperationStore;
}

type TestPorts = 'rpc' | 'operationStore' | 'laneStore' | 'signer';

/** Starts an outbox on this chain that does all its work in this thread, with intervals short enough for tests. */
export function startTestOutbox(
  { chainId, hub }: Pick<TestChain, 'chainId' | 'hub'>,
  { operationStore, ...options }: Pick<OutboxOptions, TestPorts> & Partial<OutboxOptions>,
): Outbox {
  const settings = {
    chainId,
    hubs: new Map([[0, hub]]),
    confirmations: 1,
    feeCap: () => 500_000_000_000n,
    symbol: 'ETH',
    owner: randomUUID(),
    pollMs: 50,
    rebroadcastMs: 500,
    leaseMs: 2_000,
    ...options,
  };
  return createOutbox(operationStore, (settled) => startLaneWorker({ ...settings, settled }));
}

/** The ports of an outbox on this chain and database, with the signers' keys in memory. */
export function partsOf(
  chain: TestChain,
  { sql }: Pick<Database, 'sql'>,
  onSigned?: (signature: Signature) => void,
): Pick<OutboxOptions, TestPorts> {
  return {
    rpc: chain.rpc,
    operationStore: createOperationStore(sql, chain.chainId),
    laneStore: createLaneStore(sql, chain.chainId),
    signer: createTestSigner(chain.signers, onSigned),
  };
}

/** Creates an operation of the chain's provider for its first signer, unless another is named. */
export function newOperation(chain: TestChain, call: ChainCall, signer?: string): NewOperation {
  return {
    id: ids.next('opn'),
    providerKey: chain.providerKey,
    signer: signer ?? chain.signers[0]?.address ?? '',
    call,
  };
}

/** Creates an issue of entries, or with `remove` a removal. */
export function entryChange(
  giveaway: string,
  passportId: number,
  amount: number,
  rest: Partial<Extract<ChainCall, { kind: 'change-entries' }>> = {},
): ChainCall {
  return {
    kind: 'change-entries',
    giveaway,
    passportId,
    amount,
    remove: false,
    reasonCode: 0,
    evidence: null,
    expectedOwner: null,
    ...rest,
  };
}

/** Sets the texts of a place of the first round. */
export function roundMetadata(giveaway: string, place: number, metadataUri = ''): ChainCall {
  return {
    kind: 'set-round-metadata',
    giveaway,
    round: 0,
    metadataHash: null,
    metadataUri,
    ...(place > 0 && { place }),
  };
}
