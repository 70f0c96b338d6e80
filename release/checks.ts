import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from './run.ts';

const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/;
/** It decides which releases work on one database, so that it is raised by hand: docs/upgrades.md. */
const RELEASE_FILE = 'src/adapters/postgres/migrate/releases.ts';

/** What keeps a version from being released, as sentences; none when it can be. */
export async function findFaults(root: string, version: string): Promise<string[]> {
  if (!VERSION.test(version)) return [`${version} is not a version of the form 1.2.3.`];
  const faults: string[] = [];
  const changed = runGit(root, 'status', '--porcelain');
  if (changed !== '') faults.push(`Commit or remove what is changed first:\n${changed}`);
  const versions = runGit(root, 'tag', '--list', 'v*')
    .split('\n')
    .flatMap((tag) => (VERSION.test(tag.slice(1)) ? tag.slice(1) : []));
  const newest = versions.toSorted(compare).at(-1);
  if (versions.includes(version)) faults.push(`The tag v${version} exists.`);
  else if (newest !== undefined && compare(newest, version) > 0)
    faults.push(`${version} is older than the release ${newest}.`);
  const release = /RELEASE = '(.*)'/.exec(await readFile(join(root, RELEASE_FILE), 'utf8'))?.[1];
  if (release !== version)
    faults.push(`${RELEASE_FILE} is about release ${release}: see "Making a release" in docs/upgrades.md.`);
  const { heading, text } = await readFirstSection(root);
  if (heading !== version)
    faults.push(`CHANGELOG.md begins with "${heading}": its first section must be called ${version}.`);
  else if (text === '') faults.push(`CHANGELOG.md says nothing about ${version}.`);
  return faults;
}

/** The section of the changelog about a version. */
export async function readSection(root: string, version: string): Promise<string> {
  const { heading, text } = await readFirstSection(root);
  if (heading !== version) throw new Error(`CHANGELOG.md has no section about ${version}.`);
  return text;
}

async function readFirstSection(root: string): Promise<{ readonly heading: string; readonly text: string }> {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const [, section = ''] = changelog.split(/^## /m);
  const [heading = '', ...lines] = section.split('\n');
  return { heading: heading.trim(), text: lines.join('\n').trim() };
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
