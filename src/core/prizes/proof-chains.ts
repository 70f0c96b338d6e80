/** The proof that a prize delivery names; addresses are EIP-55. */
export interface DeliveryProof {
  readonly proofChainId: number;
  /** 0x and 64 digits. */
  readonly proofTransactionHash: string;
  /** The contract of the token; 0xEeee…EEeE (ERC-7528) or the zero address for the chain's native currency. */
  readonly assetContract: string;
  readonly recipient: string;
}

/** The result of inspecting a proof on its chain. */
export type ProofFinding =
  /** The transaction is deep enough, succeeded, and transfers the asset to the recipient. */
  | 'DELIVERED'
  /** The transaction is deep enough, but failed or transfers something else. */
  | 'NOT_DELIVERED'
  /** The transaction is not mined, or not deep enough. */
  | 'PENDING'
  /** No node of that chain is configured. */
  | 'UNKNOWN_CHAIN';

/** The chains that prizes are delivered on. */
export interface ProofChains {
  /** Throws CHAIN_UNAVAILABLE when the node of the chain gives no reliable answer. */
  inspect(proof: DeliveryProof): Promise<ProofFinding>;
}
