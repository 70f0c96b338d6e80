import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTS = [
  'web/documents/generated.ts',
  'clients/typescript/src/documents/generated.ts',
  'src/cli/provider/generated.ts',
];

/** A part of the build: the parts that it needs, its sources, the files without which it is not built, and the one that it writes last. */
interface Part {
  readonly needs?: readonly string[];
  readonly sources: readonly string[];
  readonly written: readonly string[];
  readonly last: string;
}

/** The parts of the build, in their order. */
const PARTS = {
  documents: {
    sources: [
      '{web,clients/typescript/src,demo}/documents/*.graphql',
      'schema/*.graphql',
      'web/tools/generate.ts',
    ],
    written: [...DOCUMENTS, 'demo/documents/generated.ts'],
    last: 'dist/documents',
  },
  client: {
    needs: ['documents'],
    sources: [
      'clients/typescript/{package,tsconfig}.json',
      'clients/typescript/{openapi-ts.config.mjs,src/*.ts,src/documents/*.ts}',
      'schema/openapi.yaml',
      'package-lock.json',
    ],
    written: [
      ...DOCUMENTS,
      'clients/typescript/src/generated/sdk.gen.ts',
      'clients/typescript/dist/index.js',
      'clients/typescript/dist/graphql.js',
    ],
    last: 'dist/client',
  },
  server: {
    needs: ['documents', 'client'],
    sources: ['{src,migrations,clients/typescript/src}/**/*.ts', 'tsconfig*.json', 'package-lock.json'],
    written: DOCUMENTS,
    last: 'dist/server',
  },
  site: {
    needs: ['documents', 'client'],
    sources: [
      'web/**/*',
      '{src/{core,verification,cli},clients/typescript/src}/**/*.ts',
      'schema/*',
      'package-lock.json',
    ],
    written: [...DOCUMENTS, 'dist/web/server.js', 'dist/giveaways.mjs', 'dist/verifier/index.html'],
    last: 'dist/version.json',
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The named parts, and those that they need, in the order in which they are built. */
export function withNeeded(names: readonly PartName[]): PartName[] {
  const needed = new Set<string>(names.flatMap((name) => [name, ...((PARTS[name] as Part).needs ?? [])]));
  return PART_NAMES.filter((name) => needed.has(name));
}

/** Whether no source of this part is newer than its last build. */
export function isCurrent(name: PartName): boolean {
  const { sources, written, last }: Part = PARTS[name];
  const builtAt = statSync(`${ROOT}${last}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return (
    written.every((file) => existsSync(`${ROOT}${file}`)) &&
    globSync(sources, { cwd: ROOT }).every((file) => statSync(`${ROOT}${file}`).mtimeMs <= builtAt)
  );
}

/** The file whose time is that of the part's last build. */
export function lastOf(name: PartName): string {
  return `${ROOT}${PARTS[name].last}`;
}
