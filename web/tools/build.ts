/**
 * Builds the site and the downloadable command line:
 *
 * - dist/web/assets: islands and style sheets, with a hash in their names, plain and compressed (.br, .gz)
 * - dist/web/assets.json: their paths by name
 * - dist/web/server.js: the pages, with React inside
 * - dist/giveaways.mjs: the command line in one file, plain and compressed
 *
 * With --if-changed it builds only when a source is newer than the last build; with --command-line and a path it builds only the
 * command line, into that file.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB = `${ROOT}web`;
const OUT = `${ROOT}dist/web`;
const CLI = `${ROOT}dist/giveaways.mjs`;
const SOURCES = [
  'web/**/*',
  'src/core/**/*.ts',
  'src/verification/**/*.ts',
  'src/cli/**/*.ts',
  'schema/*',
  'package-lock.json',
];

// React chooses its slow development build unless this is replaced when the bundle is made.
process.env['NODE_ENV'] = 'production';
const define = { 'process.env.NODE_ENV': '"production"' };
/** Imports a YAML file as its value, which is parsed when the bundle is made. */
const yaml: Plugin = {
  name: 'yaml',
  transform: {
    filter: { id: /\.yaml$/ },
    handler: (text) => ({
      code: `export default ${JSON.stringify(parse(text))}`,
      map: null,
      moduleType: 'js',
    }),
  },
};
const common = {
  plugins: [yaml],
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  define,
} satisfies InlineConfig;

async function main(): Promise<void> {
  const [option, file] = process.argv.slice(2);
  if (option === '--command-line' && file !== undefined) return buildCommandLine(file);
  if (option === '--if-changed' && isCurrent()) return;
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const assets = await buildAssets();
  writeFileSync(`${OUT}/assets.json`, JSON.stringify(assets));
  await bundle('web/server.tsx', OUT, 'server.js');
  await buildCommandLine(CLI);
  for (const file of globSync('assets/*.{css,js,svg}', { cwd: OUT })) compressFile(`${OUT}/${file}`);
  compressFile(CLI);
}

async function buildCommandLine(file: string): Promise<void> {
  await bundle('src/cli/main.ts', dirname(file), basename(file));
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  process.stdout.write(`${digest}  ${basename(file)}\n`);
}

function isCurrent(): boolean {
  const builtAt = statSync(CLI, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (statSync(`${OUT}/server.js`, { throwIfNoEntry: false }) === undefined) return false;
  return globSync(SOURCES, { cwd: ROOT }).every((file) => statSync(`${ROOT}${file}`).mtimeMs <= builtAt);
}

/** Builds islands and style sheets; returns their paths below the base of the site, by file name. */
async function buildAssets(): Promise<Record<string, string>> {
  const entries = globSync(['islands/*.ts', 'styles/*.css'], { cwd: WEB })
    .filter((file) => !basename(file).startsWith('_'))
    .toSorted();
  await build({
    ...common,
    root: WEB,
    base: './',
    build: {
      outDir: OUT,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      manifest: 'manifest.json',
      reportCompressedSize: false,
      // GraphiQL, which only the explorer loads, has 1 MB.
      chunkSizeWarningLimit: 1_500,
      rolldownOptions: {
        input: entries.map((file) => `${WEB}/${file}`),
        onwarn(warning, warn) {
          // Packages of React mark modules with 'use client', which means nothing here.
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
  const manifest = JSON.parse(readFileSync(`${OUT}/manifest.json`, 'utf8')) as Manifest;
  rmSync(`${OUT}/manifest.json`);
  return Object.fromEntries([
    ...entries.map((file) => [nameOf(file), `/${manifest[file]?.file ?? ''}`]),
    ...globSync('static/*', { cwd: WEB }).map((file) => [nameOf(file), copyHashed(file)]),
  ]) as Record<string, string>;
}

/** Adds a .br and a .gz to a text, with qualities that take a second for all texts. */
function compressFile(file: string): void {
  const bytes = readFileSync(file);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli));
  writeFileSync(`${file}.gz`, gzipSync(bytes));
}

function nameOf(file: string): string {
  return extname(file) === '.css' ? basename(file) : basename(file, extname(file));
}

/** Copies a file that is served as it is; returns its path. */
function copyHashed(file: string): string {
  const bytes = readFileSync(`${WEB}/${file}`);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const path = `/assets/${nameOf(file)}-${digest}${extname(file)}`;
  writeFileSync(`${OUT}${path}`, bytes);
  return path;
}

/** Bundles a program for Node with all its packages into one readable file. */
async function bundle(entry: string, outDir: string, file: string): Promise<void> {
  await build({
    ...common,
    root: ROOT,
    ssr: { noExternal: true },
    build: {
      ssr: `${ROOT}${entry}`,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node22',
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
    },
  });
}

await main();
