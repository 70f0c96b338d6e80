/** How long a sign-in code holds. */
export const CODE_LIFETIME_MS = 600_000;
/** What most codes have: few enough digits to type, and to guess if somebody could try often. */
export const SHORT_CODE_DIGITS = 6;
/** What codes have of an e-mail address that got many and used none: nobody guesses these. */
export const LONG_CODE_DIGITS = 12;
/** How many short codes an e-mail address gets in a day without using them; the owner's own use takes none of them. */
export const UNUSED_SHORT_CODES = 20;
export const UNUSED_WITHIN_MS = 86_400_000;

/**
 * How many wrong codes one code bears: those of the client network that asked for it, and those of all others together.
 * The two are counted apart, so that a stranger elsewhere cannot use up the attempts of the one who asked.
 */
export const WRONG_CODES = { own: 5, elsewhere: 5 } as const;
