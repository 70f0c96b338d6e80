/**
 * `npm test` tells V8 to collect garbage late, not for each 64 MB of embedded databases, and to optimise only their busiest
 * functions: a suite is over before more pays.
 *
 * @type {import('jest').Config}
 */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/set-up.mjs',
  globalTeardown: '<rootDir>/test/tear-down.mjs',
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  // Loads modules of src once per worker (docs/decisions/0038-suites-share-modules.md).
  testRunner: '<rootDir>/test/runner/runner.mjs',
  testSequencer: '<rootDir>/test/runner/sequencer.mjs',
  injectGlobals: false,
  // Modules stay ES modules, with the decorators' metadata that tsc emits too.
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/(bench|dist|\\.data)/'],
  // Each worker may hold an embedded database, and waits as often as it works: five keep two cores busy.
  maxWorkers: 5,
  workerIdleMemoryLimit: '1GB',
  // For machines that have other work to do; none of the tests takes half as long on a quiet one.
  testTimeout: 90_000,
};
