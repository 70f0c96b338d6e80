import type { TransferPermit } from './wallet-signer.ts';

/** Lets managed wallets sign that a passport may move. */
export interface Permits {
  /** 65 bytes r, s, v as 0x hex. Throws NOT_FOUND (WALLET), SERVICE_UNAVAILABLE, CHAIN_UNAVAILABLE. */
  signTransferPermit(permit: TransferPermit): Promise<string>;
}
