/**
 * `npm test` tells V8 to compile WebAssembly quickly rather than well, and to collect garbage late: each suite has a database
 * and modules of its own, and is over before either would pay.
 *
 * @type {import('jest').Config}
 */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/build-site.mjs',
  testEnvironment: '<rootDir>/test/environment.mjs',
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
  // Each worker may hold an embedded database, and waits as often as it works: three keep two cores busy.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
  // For machines that have other work to do; none of the tests takes half as long on a quiet one.
  testTimeout: 90_000,
};
