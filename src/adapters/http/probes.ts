import express, { type Router } from 'express';

interface ProbesOptions {
  /** Whether this instance can serve: its database answers and it is not stopping. */
  readonly isReady: () => Promise<boolean>;
}

const PROBES = new Set(['/healthz', '/readyz']);

/** Whether the request is a probe. */
export function isProbe({ url }: { readonly url?: string | undefined }): boolean {
  return PROBES.has(url ?? '');
}

/** /healthz and /readyz. */
export function createProbeRoutes({ isReady }: ProbesOptions): Router {
  return express
    .Router()
    .get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
    .get('/readyz', async (_request, response) => {
      const ready = await isReady();
      response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
    });
}
