/** What a prize delivery names as its proof; addresses are EIP-55. */
export interface DeliveryProof {
  readonly proofChainId: number;
  /** 0x and 64 digits. */
  readonly proofTransactionHash: string;
  /** Of the token; 0xEeee…EEeE (ERC-7528) or the zero address stands for the chain's own currency. */
  readonly assetContract: string;
  readonly recipient: string;
}

/** What a chain says of a proof. */
export type ProofFinding =
  /** The transaction succeeded, is deep enough, and hands the asset to the recipient. */
  | 'DELIVERED'
  /** It is deep enough, and failed or hands over something else. */
  | 'NOT_DELIVERED'
  /** It is not mined, or not deep enough. */
  | 'PENDING'
  /** This installation reads no node of that chain. */
  | 'UNKNOWN_CHAIN';

/** The chains that prizes are delivered on. */
export interface ProofChains {
  /** Throws CHAIN_UNAVAILABLE when the node of the chain gives no answer that can be relied on. */
  inspect(proof: DeliveryProof): Promise<ProofFinding>;
}
