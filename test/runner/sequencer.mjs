import Sequencer from '@jest/test-sequencer';

/** Suites that take long although their files are short: Jest would start them last, and wait for each alone. */
const LONG =
  /\/(chain\/keeper-places|demo\/demo|faults\/(chain\/crash|clock\/(ahead|of-chain|of-database)|full-disk|kill)|fuzz\/requests|graphql\/(accounts\/device-mails|api-keys\/key-mails|listings\/report-mails)|independent-verifier\/agreement|provider\/(concurrency|lifecycle)|simulation\/simulation|telemetry\/(silent-states|traces)|upgrades\/(embedded|side-by-side)|webhooks\/(announce\/(node-away|rounds)|chain|deliver\/(fairness|instances)))\.test/;

/** Starts the long suites first, the others in Jest's order. */
export default class extends Sequencer {
  async sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's sequencer is no array.
    const sorted = await super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
