import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';

/** Throws an Error that names the variable when another process listens on a port that this gateway needs. */
export async function requireFreePorts(config: Config): Promise<void> {
  const { PORT, HOST, METRICS_PORT, METRICS_HOST, chain } = config;
  await requireFree(PORT, HOST || undefined, `PORT ${PORT} is taken: set PORT to a free one.`);
  // Without CHAIN_PORT the chain chooses a free one.
  if (chain.kind === 'embedded' && chain.port > 0)
    await requireFree(
      chain.port,
      '127.0.0.1',
      `CHAIN_PORT ${chain.port} is taken: set CHAIN_PORT to a free one.`,
    );
  // Of the metrics, the default may be taken: then they are not served.
  if (METRICS_PORT === undefined) return;
  const message = `METRICS_PORT ${METRICS_PORT} of ${METRICS_HOST} cannot be used: set METRICS_PORT to a free one.`;
  await requireFree(METRICS_PORT, METRICS_HOST, message);
}

function requireFree(port: number, host: string | undefined, message: string): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server
      .once('error', (cause: NodeJS.ErrnoException) => {
        const isTaken = cause.code === 'EADDRINUSE';
        reject(new Error(isTaken ? message : `${message} ${cause.message}`, { cause }));
      })
      .listen(port, host, () => server.close(() => resolve()));
  });
}
