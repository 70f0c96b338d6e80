import type { WalletSigner } from './wallet-signer.ts';

/** Called with how many transactions or permits keys in custody signed, or refused to sign. */
export type NoteSignatures = (
  kind: 'transaction' | 'permit',
  outcome: 'signed' | 'refused',
  count: number,
) => void;

/** The same signer; tells what it signs. */
export function countSignatures(signer: WalletSigner, note: NoteSignatures): WalletSigner {
  const noteRefused = (kind: 'transaction' | 'permit', count: number) => (error: unknown) => {
    note(kind, 'refused', count);
    throw error;
  };
  return {
    ...signer,
    async signTransactions(address, transactions) {
      const count = transactions.length;
      const signed = await signer
        .signTransactions(address, transactions)
        .catch(noteRefused('transaction', count));
      if (count > 0) note('transaction', 'signed', count);
      return signed;
    },
    async signTransferPermit(permit) {
      const signature = await signer.signTransferPermit(permit).catch(noteRefused('permit', 1));
      note('permit', 'signed', 1);
      return signature;
    },
  };
}
