/**
 * The capabilities of the core, each above those that it builds on. Giveaways and rounds need not be told apart. The files right
 * in the core are below all of them; only `access` may be imported there.
 */
const CAPABILITIES = [
  'access',
  'values',
  'audit',
  'chain',
  'account-mails',
  'accounts',
  'passkeys',
  'listings',
  'feed',
  'publishers',
  'pictures',
  'statistics',
  'wallets',
  'secrets',
  'service-clients',
  'operations',
  'status',
  'reports',
  'passports',
  'providers',
  'api-keys',
  'contacts',
  'giveaways|rounds',
  'entries',
  'draws',
  'prizes',
  'webhooks',
  'provisioning',
  'key-rotation',
  'provider-api',
];

/**
 * The architecture as rules: one core that knows nothing outside, adapters that meet only where they are wired.
 * test/architecture/dependency-rules.test.ts plants a violation of each, so that none can go blind.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'core-imports-only-core',
      comment: 'The core reaches the outside through its ports; it imports no adapter and no configuration.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^src/', pathNot: '^src/core/' },
    },
    {
      name: 'core-imports-no-package-but-zod',
      comment: 'No other package and no built-in module: time, chance and I/O come through ports.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { pathNot: '^src/|(^|/)node_modules/zod/' },
    },
    ...CAPABILITIES.slice(0, -1).map((capability, index) => ({
      name: 'capabilities-build-on-those-below',
      comment: `Below ${CAPABILITIES[index + 1]}: an import of it would close a circle, or needs another order of CAPABILITIES.`,
      severity: 'error',
      from: { path: `^src/core/(${capability})/` },
      to: { path: `^src/core/(${CAPABILITIES.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'root-of-the-core-is-below-capabilities',
      comment: 'What every capability may import knows none of them, except who may call a use case.',
      severity: 'error',
      from: { path: '^src/core/[^/]+$' },
      to: { path: '^src/core/(?!access/)[^/]+/' },
    },
    {
      name: 'capabilities-are-known',
      comment: 'Every folder of the core has its place in CAPABILITIES.',
      severity: 'error',
      from: {},
      to: { path: `^src/core/(?!(${CAPABILITIES.join('|')})/)[^/]+/` },
    },
    {
      name: 'adapters-meet-only-in-app',
      comment:
        'An adapter imports no other adapter; app/ hands them to each other. adapters/ports/ holds the interfaces that two of them share.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/($1|ports)(/|$)' },
    },
    {
      name: 'adapters-import-only-core-and-themselves',
      comment: 'app/ hands configuration to an adapter.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/', pathNot: '^src/(core|runtime|adapters)/' },
    },
    {
      name: 'runtime-imports-nothing-of-ours',
      comment: 'It belongs to no capability, so that every adapter may use it.',
      severity: 'error',
      from: { path: '^src/runtime/' },
      to: { path: '^src/', pathNot: '^src/runtime/' },
    },
    {
      name: 'adapters-are-wired-in-app',
      comment:
        'Only app/ chooses adapters; emit-schema.ts writes the schemas of the APIs to files. main.ts and tests listen with ' +
        'http/server.ts, and main.ts with metrics-server.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(core/|runtime/|adapters/|app/|emit-schema\\.ts$)' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/http/(server|metrics/metrics-server)\\.ts$' },
    },
    {
      name: 'site-imports-only-its-contract-and-the-rules-of-draws',
      comment:
        'The site is a client of the GraphQL API. It shares the types by which the server calls it, and what a browser applies ' +
        'itself: the rules and the verification of a draw.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(src|migrations|test|demo|bench)/',
        pathNot: '^src/(core/draws/|verification/|adapters/ports/site\\.ts$)',
      },
    },
    {
      name: 'nothing-imports-the-site',
      comment:
        'The server loads the bundle of the site (dist/web/server.js), never its sources; a test may check their types.',
      severity: 'error',
      from: { path: '^(src|migrations|demo)/' },
      to: { path: '^web/' },
    },
    {
      name: 'verification-runs-anywhere',
      comment:
        'A browser and the command line verify draws with the same code: it imports the rules of draws and rounds and small ' +
        'packages, no built-in module.',
      severity: 'error',
      from: { path: '^src/verification/' },
      to: {
        pathNot:
          '^src/(verification|core/(draws|rounds))/|(^|/)node_modules/(@noble/(hashes|curves)|@ethereumjs/(mpt|rlp))/',
      },
    },
    {
      name: 'command-line-alone-has-the-client-inside',
      comment:
        'It ships the sources of the client for TypeScript; the demo uses the package like everybody else.',
      severity: 'error',
      from: { path: '^(src|migrations|web|demo)/', pathNot: '^src/cli/' },
      to: { path: '^clients/typescript/src/' },
    },
    {
      name: 'client-imports-nothing-of-ours',
      comment: 'It is a package of its own.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: '^(src|migrations|test|demo|web|bench)/' },
    },
    {
      name: 'embedded-parts-are-loaded-on-use',
      comment:
        'An installation for production lacks their packages: others import them where they are used, or only their types.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/postgres/embedded/' },
      to: {
        path: '^src/adapters/postgres/embedded/|(^|/)node_modules/(@electric-sql/pglite|@mikro-orm/pglite|@foundry-rs/anvil|swagger-ui-dist)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-imports-main',
      comment: 'main.ts starts the process; whatever imports it would start it too.',
      severity: 'error',
      from: {},
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'production-imports-no-tests',
      comment: 'What is shipped stands without the tests, the demo and the benchmarks.',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { path: '^(test|demo|bench)/' },
    },
    {
      name: 'independent-verifier-imports-no-product',
      comment: 'It is written from docs/draws.md: with code of the product it would agree with its errors.',
      severity: 'error',
      from: { path: '^test/independent-verifier/', pathNot: '/(agreement\\.test|many-draws)\\.ts$' },
      to: {
        path: '^(src|contracts|web|demo|migrations|clients|test)/',
        pathNot: '^test/independent-verifier/(contracts|draw|tables|trie|verify)\\.ts$',
      },
    },
    {
      name: 'no-cycles',
      comment: 'Imports form no circle, imports of types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-resolves',
      comment: 'An import that cannot be followed would hide from every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/|^clients/typescript/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
