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

/** Sets flags of V8 for all threads of a server. Called before other threads start. */
export function tuneMemory(): void {
  // During a pause of the traffic V8 would reduce its memory after some 8 seconds, and discard code whose objects are gone: then each
  // request cost twice the CPU time for seconds. The other flags of the memory reducer have no effect once V8 has started.
  setFlagsFromString('--memory-reducer-gc-count=0');
  // V8 would create objects in the old generation where earlier ones have lived long, as those of requests that wait do. As garbage
  // they keep what they refer to until a major collection: the rows and responses of large reads, at a third of their CPU time.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
