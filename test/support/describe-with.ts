import { describe } from '@jest/globals';

/**
 * A suite that needs something that the machine may not have. Without it the suite is skipped, and its name gives the
 * reason.
 */
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
    // Declared all the same, so that the report counts the tests; none of them runs.
    suite(undefined as Needed);
  });
}

/** A suite that does not depend on the servers in use: it runs once, on the embedded database. */
export function describeEmbedded(name: string, suite: () => void): void {
  const isEmbedded = process.env['DATABASE_URL'] ? undefined : true;
  describeWith(isEmbedded, 'it runs without DATABASE_URL', name, suite);
}
