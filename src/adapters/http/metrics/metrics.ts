import type { IncomingMessage, ServerResponse } from 'node:http';
import { createChainGauges, type ChainGauges } from './chain-gauges.ts';
import { createCounters, type Counters } from './counters.ts';
import { createInstruments } from './instruments.ts';
import { watchGauges, type WatchedGauges } from './watched-gauges.ts';

/** The metrics of this process, in the Prometheus text format at /metrics. */
export interface Metrics extends WatchedGauges, Counters, ChainGauges {
  /** Observes a request until its response is written. */
  observe(request: IncomingMessage, response: ServerResponse): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** What is known of a request by its target: few values, whatever paths clients request. */
export interface RequestLabels {
  readonly route: string;
  readonly api: string;
}

interface MetricsOptions {
  readonly labelsOf?: (target: string) => RequestLabels;
  /** Whether the names of the last release are shown too; true by default. */
  readonly formerNames?: boolean;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics({
  labelsOf = () => ({ route: 'other', api: 'other' }),
  formerNames = true,
}: MetricsOptions = {}): Metrics {
  const instruments = createInstruments();
  const requests = instruments.counter('http_requests_total');
  const observeDuration = instruments.histogram('http_request_duration_seconds');
  return {
    ...watchGauges(instruments),
    ...createCounters(instruments),
    ...createChainGauges(instruments),
    observe(request, response) {
      const { route, api } = labelsOf(request.url ?? '');
      const began = performance.now();
      response.once('close', () => {
        const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other';
        const status = String(response.statusCode);
        requests.inc({ method, route, status });
        observeDuration({ api, method, route, status }, (performance.now() - began) / 1_000);
      });
    },
    text: () => instruments.text(formerNames),
    contentType: instruments.contentType,
  };
}
