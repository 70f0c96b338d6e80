import { id, Interface, Wallet, Transaction, ZeroAddress, ZeroHash } from 'ethers';
import { setTimeout as after } from 'node:timers/promises';
import { artifacts } from './built.ts';
import { call, callAll } from './node.ts';
import { authorize, type World } from './world.ts';

const CHANGES_OF_BLOCK = 50;
const SENT_TOGETHER = 20;
const GAS_OF_CHANGE = 140_000n;

/** Mines blocks with fifty changes of entries each, until there are at least this many events. */
export async function growHistory(url: string, world: World, events: number): Promise<void> {
  const { giveawaysArtifact } = await artifacts();
  const hub = new Interface(giveawaysArtifact.abi);
  const wallet = new Wallet(id('bench history'));
  await authorize(url, world, [wallet.address]);
  const blocks = Math.ceil(events / CHANGES_OF_BLOCK);
  for (let first = 0; first < blocks; first += SENT_TOGETHER) {
    const nonces = Array.from(
      { length: Math.min(SENT_TOGETHER, blocks - first) },
      (_, place) => first + place,
    );
    await callAll(
      url,
      nonces.map((nonce) => ['eth_sendRawTransaction', [sign(nonce)]] as const),
    );
    const next = first + nonces.length;
    while (Number(await call(url, 'eth_getTransactionCount', [wallet.address, 'latest'])) < next)
      await after(5);
  }

  function sign(nonce: number): string {
    const changes = Array.from({ length: CHANGES_OF_BLOCK }, (_, place) => ({
      opKey: id(`history-${nonce}-${place}`),
      passportId: 1 + ((nonce * CHANGES_OF_BLOCK + place) % world.passports),
      amount: 1,
      remove: false,
      reasonCode: place,
      evidence: place % 2 === 0 ? ZeroHash : id(`evidence-${place}`),
      expectedOwner: ZeroAddress,
    }));
    const transaction = Transaction.from({
      type: 2,
      chainId: world.chainId,
      nonce,
      to: world.hub,
      data: hub.encodeFunctionData('changeEntriesBatch', [world.giveaway, changes]),
      gasLimit: GAS_OF_CHANGE * BigInt(CHANGES_OF_BLOCK),
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    });
    transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
    return transaction.serialized;
  }
}
