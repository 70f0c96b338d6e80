import { TRAFFIC_METRICS } from './traffic-metrics.ts';
import { WORK_METRICS } from './work-metrics.ts';

/** All metrics by their names without the prefix. */
export const METRICS = { ...TRAFFIC_METRICS, ...WORK_METRICS };

export type MetricName = keyof typeof METRICS;
