import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpResponse } from '../load/response-reader.ts';
import { startPeer } from '../servers/contenders.ts';
import { sendRequest } from '../load/load.ts';
import { isProductBuilt, startProduct } from '../servers/product.ts';
import type { Server } from '../servers/server.ts';

// node:http adds these headers to every response by itself.
const ADDED_BY_NODE = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

/**
 * Records the response of the product (or of Apollo, while the product is not built) for the servers that write constant
 * bytes. Returns the name of the file.
 */
export async function recordResponse(requests: readonly Buffer[]): Promise<string> {
  const server = await (isProductBuilt() ? startProduct() : startPeer('apollo', { CACHED: 'yes' }));
  const response = await lastResponse(server, requests);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ADDED_BY_NODE.has(name)));
  const directory = mkdtempSync(join(tmpdir(), 'bench-answer-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'answer.json');
  writeFileSync(file, JSON.stringify({ headers, body: response.body.toString('base64') }));
  return file;
}

async function lastResponse(server: Server, requests: readonly Buffer[]): Promise<HttpResponse> {
  try {
    let response: HttpResponse | undefined;
    for (const request of requests) response = await sendRequest(server.port, request);
    if (response?.status !== 200)
      throw new Error(`No answer to record: ${response?.body.toString().slice(0, 600)}`);
    return response;
  } finally {
    await server.stop();
  }
}
