import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

describe('what readers are told to type', () => {
  it('never fetches a package of another author under the name of the command', async () => {
    const files = [...PLACES, ...(await Promise.all(FOLDERS.map(filesOf))).flat()];
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const found = files.flatMap((file, index) => {
      const match = FETCHES.exec(texts[index] ?? '');
      return match ? [`${file}: ${match[0]}`] : [];
    });
    expect(found).toEqual([]);
    expect(texts.join('\n')).toContain('npx --no-install giveaways sign-in');
  });

  it('is the same in the help of the command line', () => {
    const help = helpOf(createProgram()).join('\n');
    expect(help).toContain('Usage: giveaways keys create');
    expect(FETCHES.exec(help)).toBeNull();
  });
});

it('the package has a scope of its own, and is never published by accident', async () => {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(manifest).toMatchObject({ name: '@giveaway-gateway/server', private: true });
  expect([lock.name, lock.packages[''].name]).toEqual([manifest.name, manifest.name]);
});
