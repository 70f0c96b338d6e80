import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Failure } from './failure.ts';

/** Reads JSON from a file, or from standard input for the name "-". Throws Failure. */
export async function readJsonFile(file: string): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : file;
  const content = await read(file);
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure('INVALID_FILE', `${name} is not valid JSON: ${(error as Error).message}`, {}, error);
  }
}

async function read(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure('INVALID_FILE', `${file} cannot be read (${code ?? message}): name a JSON file, or -.`);
  }
}
