import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createResponseReader } from './response-reader.ts';

export interface PacedLoad {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The bytes of the next request. */
  readonly next: () => Buffer;
}

/** Milliseconds from the time a request was due to its response. */
export interface Latency {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const ANSWERED_WITHIN_MS = 15_000;

/**
 * Sends requests at a constant rate, however long responses take, like independent visitors: a delayed request counts from
 * when it was due. Throws on another status than 200.
 */
export async function runPacedLoad({ port, perSecond, seconds, next }: PacedLoad): Promise<Latency> {
  const idle: Socket[] = [];
  const all = new Set<Socket>();
  const latencies: number[] = [];
  const count = Math.floor(perSecond * seconds);
  const began = performance.now();

  const finished = new Promise<void>((resolve, reject) => {
    let sent = 0;
    const tick = () => {
      const due = Math.min(count, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
      for (; sent < due; sent += 1) send(began + (sent / perSecond) * 1_000).catch(reject);
      if (sent < count)
        setTimeout(tick, Math.max(0, Math.ceil(began + (sent / perSecond) * 1_000 - performance.now())));
    };
    tick();

    async function send(dueAt: number): Promise<void> {
      const socket = idle.pop() ?? (await open());
      const reader = createResponseReader({ keep: false });
      const answered = new Promise<void>((done, fail) => {
        socket.on('data', (chunk: Buffer) => {
          const status = reader.push(chunk);
          if (status === undefined) return;
          if (status === 200) done();
          else fail(new Error(`Status ${status}: ${chunk.toString().slice(0, 300)}`));
        });
        socket.once('close', () => fail(new Error('The server closed a connection.')));
        socket.setTimeout(ANSWERED_WITHIN_MS, () => fail(new Error('The server did not answer in time.')));
      });
      socket.write(next());
      await answered;
      latencies.push(performance.now() - dueAt);
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      idle.push(socket);
      if (latencies.length === count) resolve();
    }
  });

  async function open(): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    all.add(socket);
    await once(socket, 'connect');
    return socket;
  }

  try {
    await finished;
  } finally {
    for (const socket of all) socket.destroy();
  }
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { requests: count, p50: quantile(0.5), p99: quantile(0.99), max: latencies.at(-1) ?? Number.NaN };
}
