import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy on this machine whose connections can break. */
export interface Pipe {
  readonly port: number;
  /**
   * Breaks every connection when the server answers a request that contains these bytes; then refuses new ones until
   * `mend`.
   */
  breakAtResponseTo(bytes: string): void;
  /**
   * Drops all bytes from now on, in both directions, without closing a connection, as when the network loses the server.
   * After `mend` new connections work; the earlier ones stay silent.
   */
  silence(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** Starts a proxy of the server at this port. */
export async function openPipe(target: number): Promise<Pipe> {
  const open = new Set<Socket>();
  let fatal: string | undefined;
  let isBroken = false;
  let isSilent = false;
  const silenced = new Set<Socket>();
  const breakAll = () => {
    isBroken = true;
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    if (isBroken) return client.destroy();
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    let isFatal = false;
    if (isSilent) silenced.add(client);
    client.on('data', (chunk: Buffer) => {
      if (silenced.has(client)) return;
      isFatal ||= fatal !== undefined && chunk.includes(fatal);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (silenced.has(client)) return;
      if (isFatal) breakAll();
      else client.write(chunk);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        silenced.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    breakAtResponseTo(bytes) {
      fatal = bytes;
    },
    silence() {
      isSilent = true;
      for (const socket of open) silenced.add(socket);
    },
    mend() {
      fatal = undefined;
      isBroken = false;
      isSilent = false;
    },
    stop() {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
