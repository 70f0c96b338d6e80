import { ModuleMocker } from 'jest-mock';
import { PATIENCE } from '../support/patience.ts';

const { console, process } = globalThis;
const { exit } = process;
/** Where Jest's runner finds the time limit that a suite sets for its tests and hooks. */
const TIME_LIMIT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The worker's own globals: a suite shares them, and the modules under test, with the suites before it (decision 38). */
export default class {
  global = globalThis;
  /** The functions of `jest` that suites call. */
  moduleMocker = Object.assign(new ModuleMocker(globalThis), {
    setTimeout(ms) {
      globalThis[TIME_LIMIT] = ms;
    },
  });
  fakeTimers = null;
  fakeTimersModern = null;

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }

  handleTestEvent({ name }, state) {
    if (name !== 'run_start') return;
    state.testTimeout *= PATIENCE;
    waitLonger(state.rootDescribeBlock);
  }

  async setup() {
    // Nothing: modules are loaded by the runner.
  }

  /** Takes back what Jest puts into the globals of a suite. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    delete globalThis[TIME_LIMIT];
    globalThis.console = console;
    process.exit = exit;
  }
}

function waitLonger({ children, hooks }) {
  for (const each of [...children, ...hooks]) {
    if (each.timeout !== undefined) each.timeout *= PATIENCE;
    if (each.type === 'describeBlock') waitLonger(each);
  }
}
