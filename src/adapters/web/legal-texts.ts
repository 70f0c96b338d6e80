import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, LEGAL_NAMES, type LegalName, type LegalTexts } from '../ports/site.ts';

/** The longest text, in bytes. */
const MAX_BYTES = 65_536;
const MAX_NAMED = 5;
const FILE = new RegExp(`^(${LEGAL_NAMES.join('|')})\\.(${LANGUAGES.join('|')})\\.md$`);

/** The legal texts of an installation, and what the operator should change about them. */
export interface FoundLegalTexts {
  readonly texts: LegalTexts;
  /** The names of texts that no language has. */
  readonly missing: readonly LegalName[];
  /** Files of the folder that are no texts of the site. */
  readonly ignored: readonly string[];
}

/**
 * Reads the legal texts of a folder: Markdown in UTF-8, in files such as `imprint.en.md`. Without a folder there are none. Rejects with
 * an Error when the folder or a text cannot be read, is not UTF-8 or is too long.
 */
export async function readLegalTexts(folder: string | undefined): Promise<FoundLegalTexts> {
  const found: (readonly [name: string, language: string, text: string])[] = [];
  const ignored: string[] = [];
  for (const file of folder === undefined ? [] : await readdir(folder)) {
    const [, name, language] = FILE.exec(file) ?? [];
    if (folder === undefined || name === undefined || language === undefined) {
      // Volumes of Kubernetes have names with a dot in front.
      if (!file.startsWith('.') && ignored.length < MAX_NAMED) ignored.push(file);
      continue;
    }
    const text = await readText(join(folder, file));
    if (text.trim() !== '') found.push([name, language, text]);
  }
  const texts: LegalTexts = Object.fromEntries(
    LEGAL_NAMES.flatMap((name) => {
      const own = found.filter(([of]) => of === name).map(([, language, text]) => [language, text] as const);
      return own.length === 0 ? [] : [[name, Object.fromEntries(own)] as const];
    }),
  );
  return { texts, missing: LEGAL_NAMES.filter((name) => texts[name] === undefined), ignored };
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES + 1));
    if (bytesRead > MAX_BYTES) throw new Error(`${path} is longer than ${MAX_BYTES} bytes.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead));
  } catch (cause) {
    if (cause instanceof TypeError) throw new Error(`${path} is not UTF-8.`, { cause });
    throw cause;
  } finally {
    await file.close();
  }
}
