import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../load/answer-reader.ts';
import { startPeer } from '../servers/contenders.ts';
import { ask } from '../load/load.ts';
import { isProductBuilt, startProduct } from '../servers/product.ts';
import type { Server } from '../servers/server.ts';

// node:http adds these headers to every answer by itself.
const ADDED_BY_NODE = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

/**
 * Records the answer of the product (or of Apollo, while the product is not built) for the servers that write constant
 * bytes. Returns the name of the file.
 */
export async function recordAnswer(requests: readonly Buffer[]): Promise<string> {
  const server = await (isProductBuilt() ? startProduct() : startPeer('apollo', { CACHED: 'yes' }));
  const answer = await lastAnswer(server, requests);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name)));
  const directory = mkdtempSync(join(tmpdir(), 'bench-answer-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'answer.json');
  writeFileSync(file, JSON.stringify({ headers, body: answer.body.toString('base64') }));
  return file;
}

async function lastAnswer(server: Server, requests: readonly Buffer[]): Promise<Answer> {
  try {
    let answer: Answer | undefined;
    for (const request of requests) answer = await ask(server.port, request);
    if (answer?.status !== 200)
      throw new Error(`No answer to record: ${answer?.body.toString().slice(0, 600)}`);
    return answer;
  } finally {
    await server.stop();
  }
}
