/** The proof that a prize delivery names; addresses are EIP-55. */
export interface DeliveryProof {
  readonly proofChainId: number;
  /** 0x and 64 digits. */
  readonly proofTransactionHash: string;
  /** The contract of the token; 0xEeee…EEeE (ERC-7528) or the zero address for the chain's native currency. */
  readonly assetContract: string;
  readonly recipient: string;
}

/** A transfer of the asset to the recipient, by somebody else, of more than nothing. */
export interface AssetTransfer {
  /** The number of its log in the block; -1 for the payment of the transaction itself. */
  readonly index: number;
  /** EIP-55. The zero address for a token that was minted. */
  readonly from: string;
  /** In the smallest unit, decimal; of several tokens their sum. */
  readonly amount: string;
  /** Decimal; null for a fungible asset, and for several tokens. */
  readonly tokenId: string | null;
}

/** The result of inspecting a proof on its chain. */
export type ProofFinding =
  | {
      /** The transaction is deep enough, and succeeded. */
      readonly kind: 'SUCCEEDED';
      /** The time of its block. */
      readonly at: Date;
      /** The wallet that sent the transaction, EIP-55. */
      readonly sender: string;
      readonly transfers: readonly AssetTransfer[];
    }
  /** The transaction is deep enough, but failed. */
  | { readonly kind: 'FAILED' }
  /** The transaction is not mined, or not deep enough. */
  | { readonly kind: 'PENDING' }
  /** No node of that chain is configured. */
  | { readonly kind: 'UNKNOWN_CHAIN' };

/** The chains that prizes are delivered on. */
export interface ProofChains {
  /** Throws CHAIN_UNAVAILABLE when the node of the chain gives no reliable response. */
  inspect(proof: DeliveryProof): Promise<ProofFinding>;
}
