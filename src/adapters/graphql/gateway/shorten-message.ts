import { SCALAR_FORMATS } from '../leaf-types/chain-scalars.ts';

/** The most characters of client input that a message repeats. */
const MAX_REPEATED_CHARACTERS = 100;

// 32 bytes in hexadecimal may be a private key. The number of digits is fixed, so matching does not backtrack.
const MAX_SECRET = 100;
const SECRET = /\b(?:0x)?[\da-f]{64}\b/gi;
// Suggestions for misspelt names reveal parts of the schema.
const GUESS = 'Did you mean ';
// A long ending of messages that repeats no input.
const ADVICE = ' Use different aliases on the fields to fetch both if this was intentional.';
const FORMATS: ReadonlySet<string> = new Set(Object.values(SCALAR_FORMATS));
// `Variable "$a" got invalid value 1 at "a.b"; <reason>`. The place consists of names of the schema.
const VARIABLE = 'Variable "$';
const INVALID = ' got invalid value ';
const PLACE = ' at "';
const REASON = '; ';
// `Int cannot represent non-integer value: 1.5`
const SCALAR_REASON = /^[A-Z][A-Za-z]{0,40} cannot represent [a-z0-9 -]{0,60}: /;
const MISSING = / of required type "[^"]{1,80}" was not provided\.$/;
const UNKNOWN = /^Field "\w{1,80}" is not defined by type "\w{1,80}"\.$/;
const MAX_NAME = 30;
const MAX_VALUE = 20;
const MAX_PLACE = 100;
const MAX_REASON = 50;

/**
 * Shortens a message of graphql-js or Apollo Server for clients. These messages repeat client input of any length, so each step
 * takes at most linear time.
 */
export function shortenMessage(message: string): string {
  if (message.endsWith(ADVICE)) return `${shorten(message.slice(0, -ADVICE.length))}${ADVICE}`;
  const guess = message.indexOf(GUESS);
  const withoutGuess = guess === -1 ? message : message.slice(0, guess).trimEnd();
  return shortenVariable(withoutGuess) ?? shorten(withoutGuess);
}

/** Shortens a message about a variable, and keeps its reason; undefined for other messages. */
function shortenVariable(message: string): string | undefined {
  const value = message.indexOf(INVALID);
  const reason = message.lastIndexOf(REASON);
  if (!message.startsWith(VARIABLE) || value === -1 || reason <= value) return undefined;
  const at = message.lastIndexOf(PLACE, reason);
  const end = at > value && reason - at <= MAX_PLACE ? at : reason;
  const name = shorten(message.slice(0, value), MAX_NAME);
  const shownValue = shorten(message.slice(value + INVALID.length, end), MAX_VALUE);
  return `${name}${INVALID}${shownValue}${message.slice(end, reason)}${REASON}${shortenReason(message.slice(reason + REASON.length))}`;
}

function shortenReason(reason: string): string {
  // The name of a missing field comes from the schema, not from the client.
  if (reason.length <= 2 * MAX_REPEATED_CHARACTERS && MISSING.test(reason)) return reason;
  if (UNKNOWN.test(reason)) return conceal(reason);
  const fixed = SCALAR_REASON.exec(reason)?.[0] ?? '';
  return `${fixed}${shorten(reason.slice(fixed.length), MAX_REASON)}`;
}

function shorten(text: string, limit = MAX_REPEATED_CHARACTERS): string {
  if (FORMATS.has(text)) return text;
  if (text.length <= limit) return conceal(text);
  const half = limit / 2;
  // A key that is only partly in the shown text must be matched as a whole.
  const start = conceal(text.slice(0, half + MAX_SECRET)).slice(0, half);
  const end = conceal(text.slice(-half - MAX_SECRET)).slice(-half);
  return `${start} … ${end}`.toWellFormed();
}

function conceal(text: string): string {
  return text.replace(SECRET, '…');
}
