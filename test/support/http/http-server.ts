import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test, at a free port of the loopback interface. */
export interface TestServer {
  /** For example http://127.0.0.1:40123. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections, so that requests without a response end. */
  hangUp(): void;
  /** Closes all connections, and refuses new ones. */
  stop(): Promise<void>;
}

/** Starts a server that responds like this; without a listener, it never responds. */
export async function startHttpServer(listener: RequestListener = () => undefined): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hangUp: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
