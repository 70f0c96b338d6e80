/** How often something may be used by one and the same, and in which time. */
export interface UseLimit {
  readonly uses: number;
  readonly windowSeconds: number;
}

const TEN_MINUTES = 600;

/**
 * Uses that cost somebody else something, and are therefore limited whatever RATE_LIMIT says. None is counted by its target
 * alone: a stranger could use up what the target's owner needs.
 */
export const LIMITED_USES = {
  /** Codes that a client network asks for; SIGN_IN_LIMIT sets it. */
  'sign-in-code-by-network': { uses: 20, windowSeconds: TEN_MINUTES },
  /** Codes that a client network asks for, for one e-mail address. */
  'sign-in-code': { uses: 5, windowSeconds: TEN_MINUTES },
  /** Sign-ins of a client network to one e-mail address with a code that another network asked for. */
  'sign-in-elsewhere': { uses: 3, windowSeconds: TEN_MINUTES },
  /** Messages and statements about contacts of a client network; each reads the chain. */
  'contact-statement-by-network': { uses: 120, windowSeconds: TEN_MINUTES },
  /** Messages that a client network asks for about one passport. */
  'contact-message': { uses: 20, windowSeconds: TEN_MINUTES },
  /** Statements of a client network about one passport that no key of its owner signed. */
  'contact-statement': { uses: 20, windowSeconds: TEN_MINUTES },
} as const satisfies Record<string, UseLimit>;
