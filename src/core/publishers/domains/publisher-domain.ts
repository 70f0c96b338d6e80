import { DomainError } from '../../errors.ts';

/** Where a token is found: in a TXT record of the DNS, or in a file of the domain's website. */
export const DOMAIN_WAYS = ['DNS', 'FILE'] as const;
export type DomainWay = (typeof DOMAIN_WAYS)[number];

/** What was found where the token should be; only `NO_ANSWER` may be over soon. */
export const DOMAIN_RESULTS = [
  'NOT_FOUND',
  'OTHER_TEXT',
  'REDIRECTED',
  'PRIVATE_ADDRESS',
  'NO_ANSWER',
] as const;
export type DomainResult = (typeof DOMAIN_RESULTS)[number];

/** What one of the ways showed instead of the token. */
export interface WayFinding {
  readonly result: DomainResult;
  /** The beginning of what was found, or the code of the error; the domain's owner wrote it. */
  readonly found: string | null;
}

/** What a check found: the way that proves the domain, or what both ways showed instead. */
export type DomainFinding =
  | { readonly provenBy: DomainWay }
  | { readonly provenBy: null; readonly dns: WayFinding; readonly file: WayFinding };

/** Checks without a proof since the last one with it. */
export interface DomainTrouble {
  /** The last of these checks. */
  readonly at: Date;
  readonly since: Date;
  /** The first check that found the token gone, rather than nothing at all; null without one. */
  readonly missingSince: Date | null;
  /** How many checks found it gone. */
  readonly missingChecks: number;
  readonly dns: WayFinding;
  readonly file: WayFinding;
}

/** How well the domain is proven at the moment. */
export interface DomainStanding {
  /** Since when it is proven without an interruption; null unless it is. */
  readonly provenAt: Date | null;
  readonly provenBy: DomainWay | null;
  /** The last check that found the token; null without one. */
  readonly checkedAt: Date | null;
  readonly trouble: DomainTrouble | null;
}

/** The domain that a publisher claims, and the token that proves it. */
export interface PublisherDomain extends DomainStanding {
  readonly name: string;
  readonly token: string;
}

export const DOMAIN_STATES = ['PENDING', 'PROVEN', 'FAILED'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** PENDING until the first check; PROVEN also while later checks fail, until the domain is lost. */
export function stateOf({ provenAt, trouble }: DomainStanding): DomainState {
  if (provenAt !== null) return 'PROVEN';
  return trouble === null ? 'PENDING' : 'FAILED';
}

/** The name of the TXT record that proves a domain. */
export const toRecordName = (domain: string): string => `_giveaways.${domain}`;
/** The address of the file that proves a domain. */
export const toFileUrl = (domain: string): string => `https://${domain}/.well-known/giveaways-domain.txt`;
/** The text that the record or the file has to contain. */
export const toDomainProof = (token: string): string => `giveaways-domain=${token}`;

/** The error for a publisher that has claimed no domain. */
export function noDomain(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no domain: claim one first with claimPublisherDomain.');
}

/** Throws SERVICE_UNAVAILABLE (DOMAIN_CHECKS_OFF) when the operator has turned the checks off. */
export function requireDomainChecks({ isOn }: { readonly isOn: boolean }): void {
  if (isOn) return;
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'This service checks no domains: its operator can turn the checks on by DOMAIN_CHECKS=on.',
    { reason: 'DOMAIN_CHECKS_OFF' },
  );
}
