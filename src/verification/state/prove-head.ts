import { ANNOUNCEMENTS } from '../contracts/built-contracts.ts';
import { query, toQuantity, type ReportingNode } from '../node/chain-node.ts';
import { VerificationError } from '../verification-error.ts';
import type { BlockHeader } from './header.ts';
import { accountProof, storageProof } from './read-state.ts';
import { proveAccount, proveSlot, slotOf } from './state-proof.ts';

/** The hash of a provider's list of announcements in the state of a block; undefined when the node does not prove it. */
export async function proveHead(
  node: ReportingNode,
  provider: string,
  { number, stateRoot }: Pick<BlockHeader, 'number' | 'stateRoot'>,
): Promise<string | undefined> {
  const { address, slots } = ANNOUNCEMENTS;
  const slot = slotOf(slots.heads, provider);
  try {
    const proof = await query(node, 'eth_getProof', [address, [slot], toQuantity(number)]);
    const account = await proveAccount(stateRoot, address, accountProof(proof));
    return account && (await proveSlot(account.storageRoot, slot, storageProof(proof, 0)));
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
