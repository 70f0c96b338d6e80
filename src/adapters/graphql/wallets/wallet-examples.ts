import { input, page, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of wallets. */
export const WALLET_EXAMPLES: CallExamples = {
  query: {
    wallets: [page, 'edges { node { address purpose label keyId } }'],
  },
  mutation: {
    createWallet: input({ purpose: 'SIGNER', label: 'main' }, 'wallet { address }'),
    importWallet: `mutation ($privateKey: String!) {
  importWallet(input: { purpose: SIGNER, label: "owner", privateKey: $privateKey }) { wallet { address } }
}`,
    rotateKeyEncryption: input({ first: 100 }, 'rewrapped remaining'),
  },
};
