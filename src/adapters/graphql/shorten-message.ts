/** The most characters of what was sent that a message repeats. */
export const MOST_REPEATED = 100;

const HALF = MOST_REPEATED / 2;
// A key that begins or ends in what is kept must be seen whole.
const WINDOW = HALF + 100;
// 32 bytes in hexadecimal may be a private key. The number of repetitions is fixed: nothing to backtrack.
const SECRET = /\b(?:0x)?[\da-f]{64}\b/gi;
// What the framework guesses when a name is misspelt tells of the schema.
const GUESS = 'Did you mean ';
// The only long sentence of the framework that repeats nothing.
const ADVICE = ' Use different aliases on the fields to fetch both if this was intentional.';

/**
 * A message of the framework as clients may see it. The framework repeats what it was sent, however long that is: no step here
 * takes longer than in proportion to the length.
 */
export function shortenMessage(message: string): string {
  if (message.endsWith(ADVICE)) return `${shorten(message.slice(0, -ADVICE.length))}${ADVICE}`;
  const guess = message.indexOf(GUESS);
  return shorten(guess === -1 ? message : message.slice(0, guess).trimEnd());
}

function shorten(message: string): string {
  if (message.length <= MOST_REPEATED) return conceal(message);
  const start = conceal(message.slice(0, WINDOW)).slice(0, HALF);
  const end = conceal(message.slice(-WINDOW)).slice(-HALF);
  return `${start} … ${end}`.toWellFormed();
}

function conceal(text: string): string {
  return text.replace(SECRET, '…');
}
