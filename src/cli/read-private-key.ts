import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Failure } from './failure.ts';

/** A private key from a file, or from standard input when no file is named: 0x and hexadecimal digits. Throws Failure. */
export async function readPrivateKey(file: unknown): Promise<string> {
  const content = (await readContent(file)).trim();
  return /^0x/i.test(content) ? content.replace(/^0X/, '0x') : `0x${content}`;
}

async function readContent(file: unknown): Promise<string> {
  if (typeof file !== 'string') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(
      'INVALID_FILE',
      `${file} cannot be read (${code ?? message}): name a file with the key.`,
    );
  }
}
