import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createChainGauges, type ChainGauges } from './chain-gauges.ts';
import { createCounters, type Counters } from './counters.ts';
import { watchGauges, type WatchedGauges } from './watched-gauges.ts';

/** The metrics of this process, in the Prometheus text format at /metrics. */
export interface Metrics extends WatchedGauges, Counters, ChainGauges {
  /** Observes a request until its answer is written. */
  observe(request: IncomingMessage, response: ServerResponse): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** `routeOf` names the route of a target, one of few values whatever paths clients request. */
export function createMetrics(routeOf: (target: string) => string = () => 'other'): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status; answers from memory are counted separately.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    ...watchGauges(registry),
    ...createCounters(registry),
    ...createChainGauges(registry),
    observe(request, response) {
      const route = routeOf(request.url ?? '');
      const end = duration.startTimer();
      response.once('close', () => end({ method: request.method ?? '', route, status: response.statusCode }));
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
