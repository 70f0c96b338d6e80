import type { DomainFinding, PublisherDomain } from './publisher-domain.ts';

/** Looks for the token of a domain in its DNS and on its website. */
export interface DomainProofs {
  /** Whether this service checks domains. */
  readonly isOn: boolean;
  /** Whether strangers have names below this one, as below co.uk, so that it proves nothing about them. */
  isPublicSuffix(name: string): Promise<boolean>;
  /**
   * What is found within seconds; of a public suffix nothing. Never throws because of the domain. Throws SERVICE_UNAVAILABLE while
   * too many publishers have theirs checked.
   */
  look(domain: Pick<PublisherDomain, 'name' | 'token'>): Promise<DomainFinding>;
  /** The same, without a limit: the caller looks at few domains at once. */
  lookAgain(domain: Pick<PublisherDomain, 'name' | 'token'>): Promise<DomainFinding>;
}
