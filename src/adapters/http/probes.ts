import express, { type Router } from 'express';
import type { Metrics } from './metrics/metrics.ts';

interface ProbesOptions {
  /** Whether this instance can serve: its database answers and it is not stopping. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: Metrics;
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Whether the request is a probe or a scrape. */
export function isProbe({ url }: { readonly url?: string | undefined }): boolean {
  return PROBES.has(url ?? '');
}

/** /healthz, /readyz and /metrics. */
export function createProbeRoutes({ isReady, metrics }: ProbesOptions): Router {
  return express
    .Router()
    .get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
    .get('/readyz', async (_request, response) => {
      const ready = await isReady();
      response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
    })
    .get('/metrics', async (_request, response) => {
      response.setHeader('content-type', metrics.contentType);
      response.end(await metrics.text());
    });
}
