import { ModuleMocker } from 'jest-mock';

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
