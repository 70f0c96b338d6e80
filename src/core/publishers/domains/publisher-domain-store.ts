import type { DomainStanding, PublisherDomain } from './publisher-domain.ts';

/** A domain that is due for a check. */
export interface DueDomain {
  readonly publisherId: string;
  /** Whose namespace names its account or service client. */
  readonly namespace: string;
  readonly domain: PublisherDomain;
}

/** Stores the domain that each publisher claims: at most one. */
export interface PublisherDomainStore {
  find(publisherId: string): Promise<PublisherDomain | undefined>;
  /** The same; no other transaction changes it until this one ends. */
  lock(publisherId: string): Promise<PublisherDomain | undefined>;
  /** Stores a domain without a proof instead of the present one, or none. */
  replace(publisherId: string, domain: Pick<PublisherDomain, 'name' | 'token'> | undefined): Promise<void>;
  /** Stores the standing after a check, and when the next one is due. */
  saveStanding(publisherId: string, standing: DomainStanding, checkAt: Date | null): Promise<void>;
  /** Proven domains that are due, the longest due ones first; they are due again at `until` unless their standing is saved. */
  claimDue(now: Date, until: Date, limit: number): Promise<DueDomain[]>;
}
