import { ModuleMocker } from 'jest-mock';
import { PATIENCE } from '../support/patience.ts';

const { console, process } = globalThis;
const { exit } = process;

/** The worker's own globals: a suite shares them, and the modules under test, with the suites before it (decision 38). */
export default class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
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
