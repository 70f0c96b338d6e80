import type { OutboxEvent } from '../../adapters/chain/outbox/lane-state.ts';
import type { Progress } from '../../adapters/chain/indexer/sync/sync.ts';
import type { TracingSettings } from '../../runtime/tracing/tracing-settings.ts';
import type { ChainSite } from './chain-workers.ts';

/** The settings of the database connections and the custody that the chain's thread opens for itself. */
export interface ChainThreadSettings {
  /** DATABASE_URL; migrated. */
  readonly databaseUrl: string;
  /** KEY_ENCRYPTION_KEYS. */
  readonly keyEncryptionKeys: string | undefined;
  /** DATA_DIR. */
  readonly directory: string;
  readonly production: boolean;
  /** Where traces go; undefined when they are off. */
  readonly tracing: TracingSettings | undefined;
}

/** The worker data of the chain's thread. */
export interface ChainThreadTask extends ChainThreadSettings {
  readonly site: ChainSite;
  /** One Int32Array element: 1 while public reads take precedence, else 0. */
  readonly readsComeFirst: SharedArrayBuffer;
}

/** Messages from the main thread to the chain's thread. */
export type ToChainThread =
  | { readonly kind: 'poke'; readonly signers: readonly string[] }
  | { readonly kind: 'stop' };

/** Messages from the chain's thread to the main thread. */
export type FromChainThread =
  | { readonly kind: 'settled'; readonly ids: readonly string[] }
  | {
      readonly kind: 'note';
      readonly event: OutboxEvent;
      readonly facts: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'signed';
      readonly signed: 'transaction' | 'permit';
      readonly outcome: 'signed' | 'refused';
      readonly count: number;
    }
  | { readonly kind: 'advanced' }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'other-chain'; readonly isOther: boolean }
  | { readonly kind: 'warning'; readonly message: string; readonly error: unknown }
  /** An unhandled rejection. */
  | { readonly kind: 'unhandled'; readonly error: unknown }
  | { readonly kind: 'stopped' };
