import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Serves /metrics, and nothing else, on a port that clients of the service do not reach. */
export function createMetricsServer({ text, contentType }: Pick<Metrics, 'text' | 'contentType'>): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    text().then(
      (metrics) => response.writeHead(200, { 'content-type': contentType }).end(metrics),
      () => response.writeHead(500, { 'content-length': 0 }).end(),
    );
  }).unref();
}
