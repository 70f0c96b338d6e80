import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DATABASE_URL } from './database.ts';

/** A proxy between a server and PostgreSQL that records every executed statement. */
export interface StatementProxy {
  readonly databaseUrl: string;
  /** The texts executed since the last call. */
  take(): string[];
  close(): void;
}

/** Reads the frontend's messages on their way (PostgreSQL protocol 3.0: Parse, Bind, Query). */
export async function startStatementProxy(): Promise<StatementProxy> {
  const target = new URL(DATABASE_URL);
  const sockets = new Set<Socket>();
  let executed: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const note = createMessageReader((text) => executed.push(text));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    client.on('data', note);
    client.pipe(upstream);
    upstream.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(DATABASE_URL);
  const address = server.address();
  url.port = String(address !== null && typeof address === 'object' ? address.port : '');
  return {
    databaseUrl: url.href,
    take() {
      const taken = executed;
      executed = [];
      return taken;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function createMessageReader(onExecuted: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let bytes: Buffer = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      // The start-up message has no type byte.
      const head = started ? 1 : 0;
      if (bytes.length < head + 4) return;
      const end = head + bytes.readInt32BE(head);
      if (bytes.length < end) return;
      if (started) readMessage(String.fromCharCode(bytes[0] ?? 0), bytes.subarray(5, end));
      started = true;
      bytes = bytes.subarray(end);
    }
  };

  function readMessage(type: string, content: Buffer): void {
    const [first = '', second = ''] = content.toString('utf8').split('\0', 2);
    if (type === 'P') prepared.set(first, second);
    else if (type === 'B') onExecuted(prepared.get(second) ?? '');
    else if (type === 'Q') onExecuted(first);
  }
}
