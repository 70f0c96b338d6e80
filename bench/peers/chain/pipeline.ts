import { Transaction } from 'ethers';
import { setTimeout as after } from 'node:timers/promises';
import { call, callEach } from '../../chain/node.ts';
import type { Change, StartSender } from '../../chain/sender.ts';
import { serve } from '../../chain/serve.ts';
import { hub, toEntryChange } from './changes.ts';
import { createWallets } from './ethers-wallets.ts';

interface Waiting {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}
interface Receipt {
  readonly transactionHash: string;
  readonly status: string;
  readonly logs: readonly { readonly topics: readonly string[] }[];
}

const SENT_TOGETHER = 25;
const CHANGES_OF_TRANSACTION = 100;
const GAS_OF_CHANGE = 120_000n;
const REJECTED = hub.getEvent('EntryChangeRejected')?.topicHash;

/** Counts nonces itself, sends raw transactions together and reads receipts block by block; stores nothing. */
const start: StartSender = async (setting) => {
  const { url, world, batched, blockTime } = setting;
  const { provider, wallets } = createWallets(setting);
  provider.destroy();
  const lanes = wallets.map((wallet) => ({ wallet, nonce: 0, queue: [] as Waiting[], isSending: false }));
  const sent = new Map<string, readonly Waiting[]>();
  let stopped = false;
  let scanned = Number(await call(url, 'eth_blockNumber'));
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n };

  async function flush(lane: (typeof lanes)[number]): Promise<void> {
    if (lane.isSending) return;
    lane.isSending = true;
    // Changes that arrive within this time share a request.
    await after(batched ? 10 : 1);
    while (lane.queue.length > 0) {
      const groups: Waiting[][] = [];
      while (groups.length < SENT_TOGETHER && lane.queue.length > 0) {
        groups.push(lane.queue.splice(0, batched ? CHANGES_OF_TRANSACTION : 1));
      }
      await send(lane, groups);
    }
    lane.isSending = false;
  }

  async function send(lane: (typeof lanes)[number], groups: readonly Waiting[][]): Promise<void> {
    const raws = groups.map((group) => {
      const transaction = Transaction.from({
        type: 2,
        chainId: world.chainId,
        nonce: lane.nonce++,
        to: world.hub,
        data: encode(group.map(({ change }) => change)),
        gasLimit: GAS_OF_CHANGE * BigInt(group.length),
        ...fees,
      });
      transaction.signature = lane.wallet.signingKey.sign(transaction.unsignedHash);
      sent.set(transaction.hash ?? '', group);
      return transaction.serialized;
    });
    const responses = await callEach(
      url,
      raws.map((raw) => ['eth_sendRawTransaction', [raw]] as const),
    );
    responses.forEach((response, place) => {
      if (response instanceof Error) for (const { reject } of groups[place] ?? []) reject(response);
    });
  }

  function encode(changes: readonly Change[]): string {
    const [first] = changes;
    return changes.length === 1 && first
      ? hub.encodeFunctionData('changeEntries', [world.giveaway, toEntryChange(first)])
      : hub.encodeFunctionData('changeEntriesBatch', [world.giveaway, changes.map(toEntryChange)]);
  }

  async function watch(): Promise<void> {
    while (!stopped) {
      const head = Number(await call(url, 'eth_blockNumber'));
      const numbers = Array.from(
        { length: head - scanned },
        (_, place) => `0x${(scanned + 1 + place).toString(16)}`,
      );
      for (let at = 0; at < numbers.length; at += SENT_TOGETHER) {
        const calls = numbers
          .slice(at, at + SENT_TOGETHER)
          .map((number) => ['eth_getBlockReceipts', [number]] as const);
        for (const receipts of await callEach(url, calls)) settle(receipts as readonly Receipt[]);
      }
      scanned = head;
      await after(blockTime === 0 ? 5 : 50);
    }
  }

  function settle(receipts: readonly Receipt[]): void {
    for (const { transactionHash, status, logs } of receipts) {
      const group = sent.get(transactionHash) ?? [];
      sent.delete(transactionHash);
      const isDone = status === '0x1' && !logs.some(({ topics }) => topics[0] === REJECTED);
      for (const { resolve, reject } of group)
        if (isDone) resolve();
        else reject(new Error('The contract refused.'));
    }
  }

  const watching = watch();
  return {
    signers: wallets.map(({ address }) => address),
    issue: (change) =>
      new Promise<void>((resolve, reject) => {
        const lane = lanes[change.signer];
        lane?.queue.push({ change, resolve, reject });
        if (lane) void flush(lane);
      }),
    async stop() {
      stopped = true;
      await watching;
    },
  };
};

serve(start);
