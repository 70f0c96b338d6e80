import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createProgram } from '../../src/cli/program.ts';

const PLACES = ['README.md', 'CONTRIBUTING.md', 'Dockerfile', 'docker-compose.yml', 'package.json'];
const FOLDERS = ['docs', 'schema', 'src', 'demo', 'contracts/src'];
/** Commands that fetch a package of this name from a registry where none is installed. */
const FETCHES = /\b(?:npx\s+(?!--no-install )|(?:npm (?:exec|x)|pnpm dlx|pnpx|yarn dlx|bunx) )[^\n]{0,40}/;

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function helpOf(command: Command): string[] {
  return [command.helpInformation(), ...command.commands.flatMap(helpOf)];
}

describe('commands in documents and help texts', () => {
  it('never fetch a package of another author with the name of the command', async () => {
    const files = [...PLACES, ...(await Promise.all(FOLDERS.map(filesOf))).flat()];
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const found = files.flatMap((file, index) => {
      const match = FETCHES.exec(texts[index] ?? '');
      return match ? [`${file}: ${match[0]}`] : [];
    });
    expect(found).toEqual([]);
    expect(texts.join('\n')).toContain('npx --no-install giveaways sign-in');
  });

  it('never do so in the help of the command line', () => {
    const help = helpOf(createProgram()).join('\n');
    expect(help).toContain('Usage: giveaways keys create');
    expect(FETCHES.exec(help)).toBeNull();
  });
});

it('has a package name with its own scope, and forbids publishing the package', async () => {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(manifest).toMatchObject({ name: '@giveaway-gateway/server', private: true });
  expect([lock.name, lock.packages[''].name]).toEqual([manifest.name, manifest.name]);
});

describe('references in documents', () => {
  it('link to files and headings that exist', async () => {
    const documents = await readDocuments();
    const broken = [...documents].flatMap(([file, text]) =>
      [...text.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, path = '', heading]) => {
          const target = path === '' ? file : join(dirname(file), path);
          const headings = heading === undefined ? [] : headingsOf(documents.get(target) ?? '');
          const isValid = existsSync(target) && (heading === undefined || headings.includes(heading));
          return isValid ? [] : [`${file}: ${link}`];
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  it('list what a reader of a draw has to trust in ten rows at most, drand and the owner of the hub among them', async () => {
    const text = await readFile('docs/threat-model.md', 'utf8');
    const [, section = ''] = text.split('## What a reader of a draw still has to trust');
    const [table = ''] = section.split('\n## ');
    const [, , ...rows] = table.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(10);
    for (const name of [
      "a threshold of drand's members",
      'the owner of the hub',
      "your sources of the block's hash",
    ])
      expect(rows.some((row) => row.startsWith(`| ${name} `))).toBe(true);
  });

  it('name source files that exist', async () => {
    const sources = (await Promise.all(SOURCES.map(filesOf))).flat();
    const missing = [...(await readDocuments())].flatMap(([file, text]) =>
      [...text.matchAll(/`([\w@./-]+\.(?:ts|mjs|sol))`/g)].flatMap(([, name = '']) =>
        sources.some((source) => `/${source}`.endsWith(`/${name}`)) ? [] : [`${file}: ${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe('the index of the decisions', () => {
  it('has every decision, and a word about every number without one', async () => {
    const index = await readFile('docs/decisions/README.md', 'utf8');
    const pages = (await filesOf('docs/decisions'))
      .filter((file) => /\/\d+-[^/]+\.md$/.test(file))
      .toSorted();
    const titles = await Promise.all(
      pages.map(async (page) => (await readFile(page, 'utf8')).split('\n')[0]?.replace('# ', '')),
    );
    const links = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => `${title} ${file}`);
    expect(links.toSorted()).toEqual(pages.map((page, at) => `${titles[at]} ${basename(page)}`).toSorted());

    const numbers = pages.map((page) => Number.parseInt(basename(page), 10));
    const text = index.split('## Numbers without a page')[1] ?? '';
    const without = [...text.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) => Number(first) + place),
    );
    const all = [...numbers, ...without].toSorted((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: Math.max(...numbers) }, (_, place) => place + 1));
  });
});

const SOURCES = ['src', 'test', 'contracts', 'demo', 'migrations'];

/** The documents by their paths. */
async function readDocuments(): Promise<Map<string, string>> {
  const files = ['README.md', 'CONTRIBUTING.md', ...(await filesOf('docs'))].filter((file) =>
    file.endsWith('.md'),
  );
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}

/** The anchors of the headings of a Markdown text. */
function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
