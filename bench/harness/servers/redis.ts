import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { adopt } from './children.ts';
import { freePort } from './server.ts';

const ATTEMPTS = 50;

/** Starts a Redis without persistence; undefined when this machine has none. */
export async function startRedis(): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  adopt(child);
  const failed = once(child, 'error').then(() => true);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await Promise.race([failed, after(100, false)])) return undefined;
    if (await isReady(port)) {
      return {
        url: `redis://127.0.0.1:${port}`,
        async stop() {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
  }
  child.kill('SIGKILL');
  return undefined;
}

async function isReady(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
