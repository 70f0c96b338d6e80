import { afterAll, beforeAll } from '@jest/globals';

const START_WITHIN_MS = 240_000;

type Ending = () => Promise<unknown>;
/** What was started ends with the first of these methods that it has. */
type Endable = { remove: Ending } | { close: Ending } | { stop: Ending } | { drop: Ending };

/** The newest last; it ends first. */
const endings: Ending[] = [];

/**
 * Returns what `start` returns, for all tests of a file or of a `describe`: it starts before the first of them, in the order of the
 * calls, and ends after the last, in the reverse order. It is a plain object, whose members are there in hooks and tests.
 */
export function sharedByTests<Started extends Endable>(start: () => Promise<Started>): Started {
  const shared = {} as Started;
  aroundTests(async () => {
    const started = await start();
    for (const name of Object.keys(started)) Object.defineProperty(shared, name, accessorOf(started, name));
    return () => end(started);
  });
  return shared;
}

/** Reads and sets the member of `started`. */
function accessorOf(started: object, name: string): PropertyDescriptor {
  return {
    configurable: true,
    enumerable: true,
    get: () => Reflect.get(started, name) as unknown,
    set: (value) => void Reflect.set(started, name, value),
  };
}

function end(started: Endable): Promise<unknown> {
  if ('remove' in started) return started.remove();
  if ('close' in started) return started.close();
  return 'stop' in started ? started.stop() : started.drop();
}

/** Runs `start` before the tests, and what it returns after them. */
export function aroundTests(start: () => Promise<Ending>): void {
  beforeAll(async () => {
    const place = endings.push(() => Promise.resolve()) - 1;
    endings[place] = await start();
  }, START_WITHIN_MS);
  afterAll(() => endings.pop()?.());
}
