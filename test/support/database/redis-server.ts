import { Redis } from 'ioredis';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from '../gateway/process.ts';

/** A Redis server of one test suite; it stores nothing on disk. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Keeps its connections open and answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
}

/** Redis or Valkey on this machine; undefined when neither is installed. */
export const redisProgram: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
  .find((file) => existsSync(file));

/** Starts the program on a free port. */
export async function startRedisServer(program: string): Promise<RedisServer> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url,
    async start() {
      child = spawn(program, args, { stdio: 'ignore' });
      const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
      client.on('error', () => undefined);
      await client.ping();
      client.disconnect();
    },
    async stop() {
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      child = undefined;
      await ended;
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
  };
  await server.start();
  return server;
}
