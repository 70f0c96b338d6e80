import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what the start of this thread has left behind, and returns its memory to the system: loading the packages makes V8 reserve
 * 128 MB for new objects, which an idle instance does not need. Under load V8 reserves it again. Takes some 0.2 seconds of this thread.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  // The script is the name of a function of V8.
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Lets V8 keep compiled code during pauses of the traffic. After some 8 seconds without much work it would reduce its memory, and
 * discard code whose objects are gone: then each request cost twice the CPU time for seconds.
 */
export function keepCompiledCode(): void {
  // The other flags of the memory reducer have no effect once V8 has started.
  setFlagsFromString('--memory-reducer-gc-count=0');
}
