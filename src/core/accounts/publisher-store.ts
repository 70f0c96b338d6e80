import type { PublisherProfile } from './publishers/publisher-profile.ts';

/** The public identity of an account or a service client. */
export interface Publisher {
  readonly id: string;
  readonly namespace: string;
  readonly createdAt: Date;
  /** Why the operator has blocked it; null unless it is blocked. */
  readonly blockedReason: string | null;
  /** What it says of itself; shown in public unless it is blocked. */
  readonly profile: PublisherProfile;
  /** A domain that it has proven to be its own; shown in public unless it is blocked. */
  readonly provenDomain: ProvenDomain | null;
}

/** A domain that was the publisher's own, as a token showed. */
export interface ProvenDomain {
  /** In lower-case ASCII (IDNA), without a dot at the end. */
  readonly name: string;
  /** Since when it is proven without an interruption. */
  readonly provenAt: Date;
  /** The last check that found the token. */
  readonly checkedAt: Date;
}

/** Stores publishers, unique by namespace. */
export interface PublisherStore {
  /** The publishers of these ids, in any order. */
  findMany(ids: readonly string[]): Promise<Publisher[]>;
  findByNamespace(namespace: string): Promise<Publisher | undefined>;
  /** Blocks a publisher, which can no longer publish from now on, or ends its block; undefined when there is none. */
  setBlocked(id: string, reason: string | null): Promise<Publisher | undefined>;
  /** The publisher, whose profile, domain and block nobody else changes until the transaction ends. */
  lock(id: string): Promise<Publisher | undefined>;
  setProfile(id: string, profile: PublisherProfile): Promise<void>;
  /** The number of public listings of each publisher, counted to COUNT_LIMIT; those without one may be left out. */
  countListings(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  findOrCreate(namespace: string, now: Date): Promise<Publisher>;
}
