import { createRequire } from 'node:module';
import circus from 'jest-circus/runner';
import { importSuite } from './modules.mjs';

const require = createRequire(import.meta.url);

/** Jest sets 100. The embedded database makes an error for each file that it does not find, with all frames of WebAssembly. */
const STACK_FRAMES = 20;

/** Runs a suite with Jest's runner, outside of Jest's module system. */
export default function run(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  let globals;
  Error.stackTraceLimit = STACK_FRAMES;
  Object.assign(runtime, {
    // A suite gets a state of its own: Jest's runner keeps it in its module and in this global.
    requireInternalModule(path) {
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
      delete require.cache[path];
      return require(path);
    },
    setGlobalsForRuntime(suiteGlobals) {
      globals = { ...suiteGlobals, jest: environment.moduleMocker };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => importSuite(config, path, globals, runtime.getSourceMaps()),
  });
  return circus.default(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
}
