import type { Server } from 'node:http';

/** Listens on the harness's port. */
export function listen(server: Server): void {
  server.listen(Number(process.env['PORT']), '127.0.0.1');
}
