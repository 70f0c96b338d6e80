import type { TracingSettings } from '../../runtime/tracing/tracing-settings.ts';
import { tracing } from '../../runtime/tracing/tracing.ts';

/** Starts the traces of this thread, and loads their packages only then. Returns a function that sends the rest and ends them. */
export async function openTracing(settings: TracingSettings | undefined): Promise<() => Promise<void>> {
  if (settings === undefined) return () => Promise.resolve();
  const { createOtlpTracer } = await import('../../adapters/telemetry/otlp-tracer.ts');
  const tracer = createOtlpTracer(settings);
  tracing.use(tracer);
  return async () => {
    tracing.use(undefined);
    await tracer.close();
  };
}
