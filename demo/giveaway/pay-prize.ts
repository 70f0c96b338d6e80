import { Wallet } from 'ethers';
import type { EmbeddedChain } from './embedded-chain.ts';

/** The chain's own currency as an asset (ERC-7528). */
export const CURRENCY = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const PRIZE = 10n ** 16n;

/** Pays a hundredth of a coin from an account of the embedded chain. Returns the transaction, once it is mined. */
export async function payPrize({ rpc, signers }: EmbeddedChain, place: number, to: string): Promise<string> {
  const account = signers.at(place);
  if (!account) throw new Error('The embedded chain has no signers.');
  const sent = await new Wallet(account.privateKey, rpc).sendTransaction({ to, value: PRIZE });
  await sent.wait();
  return sent.hash;
}
