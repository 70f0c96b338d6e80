import Sequencer from '@jest/test-sequencer';

/** Suites that take long although their files are short: Jest would start them last, and wait for each alone. */
const LONG =
  /\/(demo\/demo|faults\/(chain\/crash|kill)|fuzz\/requests|provider\/concurrency|webhooks\/(announce\/node-away|chain|deliver\/fairness))\.test/;

/** Starts the long suites first, the others in Jest's order. */
export default class extends Sequencer {
  async sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's sequencer is no array.
    const sorted = await super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
