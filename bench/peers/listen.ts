import type { Server } from 'node:http';

/** Listens where the harness asked for it. */
export function listen(server: Server): void {
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}
