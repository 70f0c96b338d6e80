import type { SignedTransaction, TransactionSigner } from '../../../src/adapters/ports/transaction-signer.ts';
import type { TransactionToSign } from '../../../src/core/wallets/signing-policy.ts';
import { hashOf, type ModelTransaction } from '../chain/block.ts';
import type { SimulatedProcess } from '../clock/virtual-time.ts';
import type { Way } from '../faults/way.ts';
import type { World } from './world.ts';

/**
 * Signs in place of the keys in custody: the same fields give the same bytes. Like these it writes to the database, and fails
 * without it. Reports a nonce that is signed for two different transactions.
 */
export function createSigner(world: World, database: Way, process: SimulatedProcess): TransactionSigner {
  const { weather, scheduler, network } = world;
  const hasKeys = () => scheduler.now() >= weather.keysLostUntil;
  return {
    canSign: () => Promise.resolve(hasKeys()),
    async signTransactions(address, transactions) {
      if (!hasKeys()) throw new Error('The key cannot be opened.');
      return database(process, () =>
        transactions.map((fields): SignedTransaction => {
          requireSamePayload(world, address, fields);
          const signed = toSigned(address, fields);
          network.register(signed);
          return { raw: `0x02${signed.hash.slice(2)}`, hash: signed.hash };
        }),
      );
    },
  };
}

function toSigned(
  address: string,
  { chainId, nonce, to, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas }: TransactionToSign,
): ModelTransaction {
  const content = [address, chainId, nonce, to, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas].join(' ');
  return {
    hash: hashOf(content),
    from: address.toLowerCase(),
    to: to.toLowerCase(),
    data: data.toLowerCase(),
    nonce,
    gasLimit: Number(gasLimit),
    maxFeePerGas,
    maxPriorityFeePerGas,
  };
}

const payloads = new WeakMap<World, Map<string, string>>();

function requireSamePayload(
  world: World,
  address: string,
  { nonce, to, data, gasLimit }: TransactionToSign,
): void {
  const signed = payloads.get(world) ?? new Map<string, string>();
  payloads.set(world, signed);
  const key = `${address} ${nonce}`;
  const payload = hashOf(`${to} ${data} ${gasLimit}`);
  if ((signed.get(key) ?? payload) !== payload)
    world.violate(`nonce ${nonce} of ${address} was signed for two transactions`);
  signed.set(key, payload);
}
