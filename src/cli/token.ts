import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The credential of a command, and where it was found. */
export interface Token {
  readonly secret: string;
  readonly source: string;
}

interface Options {
  readonly url: string;
  readonly token?: string;
  readonly dataDir: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The credential to send: that of the options, else the operator token in the data folder of a gateway on this machine.
 * The file is read for loopback addresses only, so that the token is never sent to another machine.
 */
export function findToken({ url, token, dataDir }: Options): Token | undefined {
  if (token) return { secret: token.trim(), source: '--token or GIVEAWAYS_TOKEN' };
  if (!URL.canParse(url) || !LOOPBACK.test(new URL(url).hostname)) return undefined;
  const file = join(dataDir || '.data', 'operator-token');
  const secret = readIfPresent(file);
  return secret ? { secret, source: file } : undefined;
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
