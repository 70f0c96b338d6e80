import { describe } from '@jest/globals';

/** A suite that needs something of the machine: where that is missing it is skipped, and its name says why. */
export function describeWith<Needed>(
  needed: Needed | undefined,
  missing: string,
  name: string,
  suite: (needed: Needed) => void,
): void {
  if (needed !== undefined) {
    describe(name, () => {
      suite(needed);
    });
    return;
  }
  // oxlint-disable-next-line jest/no-disabled-tests
  describe.skip(`${name} (skipped: ${missing})`, () => {
    // Declared all the same, so that the report counts the tests; nothing of it runs.
    suite(undefined as Needed);
  });
}

/** A suite that is the same whatever servers there are: it runs once, without them. */
export function describeEmbedded(name: string, suite: () => void): void {
  const isEmbedded = process.env['DATABASE_URL'] ? undefined : true;
  describeWith(isEmbedded, 'it runs without DATABASE_URL', name, suite);
}
