/** How many uses one user has within a time window. */
export interface UseLimit {
  readonly uses: number;
  readonly windowSeconds: number;
}

const TEN_MINUTES = 600;

/**
 * Limits of uses that cost other people something; they apply even when RATE_LIMIT is off. No use is counted by its
 * target alone, so that a stranger cannot use up the allowance of the target's owner.
 */
export const LIMITED_USES = {
  /** Codes that one client network requests; SIGN_IN_LIMIT changes the number. */
  'sign-in-code-by-network': { uses: 20, windowSeconds: TEN_MINUTES },
  /** Codes that one client network requests for one e-mail address. */
  'sign-in-code': { uses: 5, windowSeconds: TEN_MINUTES },
  /** Sign-ins from one client network to one e-mail address with a code that another network requested. */
  'sign-in-elsewhere': { uses: 3, windowSeconds: TEN_MINUTES },
  /** Sign-ins with passkeys that one client network tries; SIGN_IN_LIMIT changes the number. */
  'passkey-sign-in-by-network': { uses: 20, windowSeconds: TEN_MINUTES },
  /** Passkeys that one account adds: each leads to a mail, and so does its removal. */
  'passkey-registration': { uses: 20, windowSeconds: 3_600 },
  /** Contact messages and statements of one client network; each reads the chain. */
  'contact-statement-by-network': { uses: 120, windowSeconds: TEN_MINUTES },
  /** Contact messages that one client network requests about one passport. */
  'contact-message': { uses: 20, windowSeconds: TEN_MINUTES },
  /** Statements of one client network about one passport that the key of its owner did not sign. */
  'contact-statement': { uses: 20, windowSeconds: TEN_MINUTES },
  /** Reports of listings that one client network sends. */
  'listing-report-by-network': { uses: 10, windowSeconds: TEN_MINUTES },
  /** Objections to decisions on reports that one client network sends. */
  'listing-objection-by-network': { uses: 10, windowSeconds: TEN_MINUTES },
  /** Reports with an e-mail address that one client network sends: each leads to mails to somebody who may not want them. */
  'report-mail-by-network': { uses: 3, windowSeconds: TEN_MINUTES },
  /** Requests about subscriptions of the feed that one client network sends: each leads to a call of a server that it names. */
  'feed-subscription-by-network': { uses: 60, windowSeconds: TEN_MINUTES },
  /** The same of one client network about one callback and topic. */
  'feed-subscription': { uses: 5, windowSeconds: TEN_MINUTES },
  /** Checks of its domain that one publisher requests; each sends requests to others. */
  'domain-check': { uses: 10, windowSeconds: TEN_MINUTES },
  /** Images that one publisher sends: each is decoded. */
  'picture-upload': { uses: 100, windowSeconds: TEN_MINUTES },
  /** Invitations that one account sends: each may lead to a mail to somebody who does not want it. */
  'publisher-invitation': { uses: 20, windowSeconds: 86_400 },
  /** Drafts of listings that one account saves, by itself or by its forms while somebody types. */
  'listing-draft-save': { uses: 300, windowSeconds: TEN_MINUTES },
} as const satisfies Record<string, UseLimit>;
