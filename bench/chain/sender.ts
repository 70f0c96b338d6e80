import type { World } from './world.ts';

/** A caller's request to issue one entry to this passport. */
export interface Change {
  /** Unique over the whole measurement. */
  readonly key: string;
  readonly passport: number;
  /** The index of the signer to use. */
  readonly signer: number;
}

/** A program that carries out changes on the chain. */
export interface Sender {
  /** Wallets that must be registered as signers and funded. */
  readonly signers: readonly string[];
  /** Resolves when the change is on the chain; throws when it is not, or when that is unknown. */
  issue(change: Change): Promise<void>;
  stop(): Promise<void>;
}

/** The input of a sender's start. */
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
