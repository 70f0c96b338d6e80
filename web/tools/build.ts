/**
 * Builds the site, the downloadable command line and the verifier of draws:
 *
 * - dist/web/assets: islands and style sheets, with a hash in their names, plain and compressed (.br, .gz)
 * - dist/web/assets.json: their paths by name
 * - dist/web/server.js: the pages, with React inside
 * - dist/giveaways.mjs: the command line in one file, plain and compressed
 * - dist/verifier/index.html: the verifier of draws in one file, plain and compressed
 * - dist/version.json: the version and the commit, which `giveaways --version` prints
 *
 * With --command-line or --verifier and a path it builds only the command line or the verifier, into that file. It prints the SHA-256 of
 * both.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite';
import { parse } from 'yaml';
import { buildVerifier } from './verifier.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB = `${ROOT}web`;
const OUT = `${ROOT}dist/web`;
const CLI = `${ROOT}dist/giveaways.mjs`;
const VERIFIER = `${ROOT}dist/verifier/index.html`;

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
/** Removes the comments that name the file of each module: its path depends on where the packages are installed. */
const withoutPaths: Plugin = {
  name: 'without-paths',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/^[ \t]*\/\/ \S+\.[cm]?[jt]s$\n/gm, '');
  },
};
/** Loads scripts without Vite's helper of 900 bytes, which also loads their style sheets: none of ours has one. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};
/**
 * Marks a constant of @ethereumjs/util as pure: no script of ours reads it, but its computation kept the signatures of secp256k1 in the
 * scripts of the verification.
 */
const unreadOrder: Plugin = {
  name: 'unread-order',
  transform: {
    filter: { id: /@ethereumjs\/util\/dist\/esm\/constants\.js$/ },
    handler(code) {
      const computed = ['secp256k1.Point.CURVE().n', 'SECP256K1_ORDER / BigInt(2)'];
      if (!computed.every((text) => code.includes(`= ${text};`)))
        throw new Error('@ethereumjs/util computes its constants in another way.');
      return computed.reduce(
        (changed, text) => changed.replace(`= ${text};`, `= /* @__PURE__ */ (() => ${text})();`),
        code,
      );
    },
  },
};
const common = {
  plugins: [yaml, plainImports, unreadOrder],
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  define,
} satisfies InlineConfig;

async function main(): Promise<void> {
  const [option, file] = process.argv.slice(2);
  if (option === '--command-line' && file !== undefined) return buildCommandLine(file);
  if (option === '--verifier' && file !== undefined) return writeVerifier(file);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const assets = await buildAssets();
  writeFileSync(`${OUT}/assets.json`, JSON.stringify(assets));
  await bundle('web/server.tsx', OUT, 'server.js');
  await buildCommandLine(CLI);
  await writeVerifier(VERIFIER);
  for (const file of globSync('assets/*.{css,js,svg}', { cwd: OUT })) compressFile(`${OUT}/${file}`);
  for (const file of [CLI, VERIFIER]) compressFile(file);
  writeFileSync(`${ROOT}dist/version.json`, JSON.stringify({ version: readVersion() }));
}

async function writeVerifier(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await buildVerifier(ROOT, { ...common, plugins: [...common.plugins, withoutPaths] }));
  printDigest(file, `${basename(dirname(file))}/${basename(file)}`);
}

async function buildCommandLine(file: string): Promise<void> {
  await bundle('src/cli/main.ts', dirname(file), basename(file), {
    BUILT_VERSION: JSON.stringify(readVersion()),
  });
  printDigest(file, basename(file));
}

/** As sha256sum prints it. */
function printDigest(file: string, name: string): void {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  process.stdout.write(`${digest}  ${name}\n`);
}

/**
 * The version of the package and the commit of the sources, `+` when they differ from it; without git the commit of the variable
 * COMMIT, or the version alone.
 */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // Installed as a package, the folder may be inside the repository of another project.
    if (git('rev-parse', '--show-prefix') !== '') return version;
    const changes = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+';
    return `${version} (${git('rev-parse', 'HEAD')}${changes})`;
  } catch {
    return process.env['COMMIT'] ? `${version} (${process.env['COMMIT']})` : version;
  }
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

/** Adds a .br and a .gz to a text. The best quality would take seconds for a large one, such as GraphiQL. */
function compressFile(file: string): void {
  const bytes = readFileSync(file);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length < 65_536 ? 11 : 9 } };
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
async function bundle(
  entry: string,
  outDir: string,
  file: string,
  constants: Readonly<Record<string, string>> = {},
): Promise<void> {
  await build({
    ...common,
    define: { ...define, ...constants },
    plugins: [...common.plugins, withoutPaths],
    root: ROOT,
    ssr: { noExternal: true },
    build: {
      ssr: `${ROOT}${entry}`,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node22',
      reportCompressedSize: false,
      rolldownOptions: {
        // Commands that need the server's own modules say where they are.
        external: [/open-migrator/, /backup-commands/],
        output: { entryFileNames: file, codeSplitting: false },
      },
    },
  });
}

await main();
