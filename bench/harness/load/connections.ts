import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createResponseReader, type HttpResponse } from './response-reader.ts';

/** Open connections to one server, one per simultaneous request. */
export interface Connections {
  /** Sends a request on a free connection; resolves with its response. */
  sendRequest(request: Buffer): Promise<HttpResponse>;
  close(): void;
}

/** Opens connections as they are needed; a response that takes longer than `timeoutMs` is an error. */
export function openConnections(port: number, timeoutMs: number): Connections {
  const idle: Socket[] = [];
  const all = new Set<Socket>();

  async function open(): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    all.add(socket);
    await once(socket, 'connect');
    socket.setTimeout(timeoutMs);
    return socket;
  }

  return {
    async sendRequest(request) {
      const socket = idle.pop() ?? (await open());
      try {
        const response = await exchange(socket, request);
        idle.push(socket);
        return response;
      } catch (error) {
        socket.destroy();
        all.delete(socket);
        throw error;
      }
    },
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}

function exchange(socket: Socket, request: Buffer): Promise<HttpResponse> {
  const reader = createResponseReader({ keep: true });
  const answered = new Promise<HttpResponse>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      if (reader.push(chunk) !== undefined) resolve(reader.response());
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
    socket.once('timeout', () => reject(new Error('The server did not answer in time.')));
    socket.write(request);
  });
  return answered.finally(() => {
    socket.removeAllListeners();
    // A connection that broke while it was idle is noticed by the next request.
    socket.on('error', () => undefined);
  });
}
