import leven from 'leven';

/** Shorter names, such as PORT, are too close to variables of other programs. */
const SHORTEST = 6;
/** From this many letters on two may differ; in a shorter name one, since API_URL is no misspelt RPC_URL. */
const LONG = 10;

/** Variables that resemble settings without being any, each with the setting that is probably meant. */
export function findMisspelt(
  variables: Iterable<string>,
  settings: readonly string[],
): readonly (readonly [variable: string, setting: string])[] {
  const known = new Set(settings);
  const candidates = settings.filter((name) => name.length >= SHORTEST);
  return [...variables]
    .filter((name) => !known.has(name) && name.length >= SHORTEST)
    .flatMap((name) => {
      const near = candidates.find((setting) => resembles(name, setting));
      return near === undefined ? [] : [[name, near] as const];
    });
}

/** Compares the letters and digits alone, in upper case. */
function resembles(variable: string, setting: string): boolean {
  const [given, known] = [variable, setting].map((name) => name.toUpperCase().replaceAll(/[^A-Z\d]/g, ''));
  if (given === undefined || known === undefined) return false;
  return leven(given, known) <= (known.length < LONG ? 1 : 2);
}
