import leven from 'leven';

/** Shorter names, such as PORT, are too close to variables of other programs. */
const SHORTEST = 6;
const FURTHEST = 2;

/**
 * Variables that resemble settings without being any, each with the setting that is probably meant. Other programs' variables in the
 * same environment are not named, since they differ in more than two letters.
 */
export function findMisspelt(
  variables: Iterable<string>,
  settings: readonly string[],
): readonly (readonly [variable: string, setting: string])[] {
  const known = new Set(settings);
  const candidates = settings.filter((name) => name.length >= SHORTEST);
  return [...variables]
    .filter((name) => !known.has(name) && name.length >= SHORTEST)
    .flatMap((name) => {
      const near = candidates.find((setting) => distanceOf(name, setting) <= FURTHEST);
      return near === undefined ? [] : [[name, near] as const];
    });
}

function distanceOf(one: string, other: string): number {
  const [short, long] = [one, other].map((name) => name.toUpperCase().replaceAll(/[^A-Z\d]/g, ''));
  return leven(short ?? '', long ?? '');
}
