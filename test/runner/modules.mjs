import 'reflect-metadata';
import { createScriptTransformer } from '@jest/transform';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import { ensureBuilt } from '../support/built.ts';

const TYPESCRIPT = /\.tsx?$/;
const GLOBALS = 'jest-globals:';
// Where the module of @jest/globals finds the exports for the suite that is being imported.
const CURRENT = 'gateway-tests.globals';
const TRANSFORM = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

let isHooked = false;
let suites = 0;
let sourceMaps;

/**
 * Imports a suite with Node's own loader. The suite and the other TypeScript files of `test` are evaluated for each suite,
 * modules of `src` and packages once per worker. The site is built before a gateway loads it. Jest's transform translates TypeScript; `suiteSourceMaps` gets the maps.
 */
export async function importSuite(config, testPath, suiteGlobals, suiteSourceMaps) {
  globalThis[Symbol.for(CURRENT)] = suiteGlobals;
  sourceMaps = suiteSourceMaps;
  suites += 1;
  if (!isHooked) {
    const root = `${pathToFileURL(config.rootDir).href}/`;
    hookInto(await createScriptTransformer(config), root);
    startBuiltThreads(root);
  }
  isHooked = true;
  await import(`${pathToFileURL(testPath).href}?suite=${suites}`);
}

function hookInto(transformer, root) {
  registerHooks({
    resolve(specifier, context, next) {
      const suite = /\?suite=\d+$/.exec(context.parentURL ?? '')?.[0];
      if (specifier === '@jest/globals')
        return { url: `${GLOBALS}${suite}`, format: 'module', shortCircuit: true };
      if (specifier.endsWith('/dist/web/server.js')) ensureBuilt('site');
      const resolved = next(specifier, context);
      const isOfSuite = suite && resolved.url.startsWith(`${root}test/`) && TYPESCRIPT.test(resolved.url);
      return isOfSuite ? { ...resolved, url: resolved.url + suite } : resolved;
    },
    load(url, context, next) {
      if (url.startsWith(GLOBALS)) return { format: 'module', source: sourceOfGlobals(), shortCircuit: true };
      const [file] = url.split('?');
      if (!file.startsWith(root) || !TYPESCRIPT.test(file)) return next(url, context);
      const { code, sourceMapPath } = transformer.transform(fileURLToPath(file), TRANSFORM);
      if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}

/** Threads of a gateway run its build: to translate the same files for each of them takes as much processor time as their start. */
function startBuiltThreads(root) {
  threads.Worker = class extends threads.Worker {
    constructor(entry, options) {
      super(
        ...(entry instanceof URL && entry.href.startsWith(`${root}src/`)
          ? toBuilt(root, entry, options)
          : [entry, options]),
      );
    }
  };
  syncBuiltinESMExports();
}

function toBuilt(root, { href }, { execArgv: _translator, ...options }) {
  ensureBuilt('server');
  return [new URL(href.replace(root, `${root}dist/`).replace(TYPESCRIPT, '.js')), options];
}

function sourceOfGlobals() {
  const current = Symbol.for(CURRENT);
  return `export const { ${Object.keys(globalThis[current]).join(', ')} } = globalThis[Symbol.for('${CURRENT}')];`;
}
