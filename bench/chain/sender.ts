import type { World } from './world.ts';

/** Entries that a caller wants issued: one for this passport. */
export interface Change {
  /** Unique over the whole measurement. */
  readonly key: string;
  readonly passport: number;
  /** Which of the signers it goes by. */
  readonly signer: number;
}

/** Something that carries changes out on the chain. */
export interface Sender {
  /** Wallets that must be allowed to sign and must have funds. */
  readonly signers: readonly string[];
  /** Resolves when the change is known to be on the chain; throws when it is not, or when nobody knows. */
  issue(change: Change): Promise<void>;
  stop(): Promise<void>;
}

/** What a sender is started with. */
export interface SenderSetting {
  readonly url: string;
  readonly world: World;
  readonly signers: number;
  /** Milliseconds. */
  readonly blockTime: number;
  /** Whether changes may share a transaction. */
  readonly batched: boolean;
}

/** Each sender is a module that starts it. */
export type StartSender = (setting: SenderSetting) => Promise<Sender>;
