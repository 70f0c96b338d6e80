import { expect, it } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { describeEmbedded } from '../../support/describe-with.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../support/database/open-database.ts';

const DATABASES = 3;
/** The memory of one running database is some 140 MB. */
const ALLOWED_BYTES = 100e6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describeEmbedded('a closed embedded database', () => {
  it('releases its memory while the objects that used it are still referenced', async () => {
    const closed: OpenTestDatabase[] = [];
    collectGarbage();
    const before = process.memoryUsage().external;
    for (let count = 0; count < DATABASES; count += 1) {
      const opened = await openTestDatabase();
      await opened.close();
      closed.push(opened);
    }
    // Objects that callbacks of this turn still reference go with a later collection.
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn();
      collectGarbage();
    }
    expect(process.memoryUsage().external - before).toBeLessThan(ALLOWED_BYTES);
    expect(closed).toHaveLength(DATABASES);
  });
});
