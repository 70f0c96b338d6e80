import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { SpanRequest, Tracer } from '../../runtime/tracing/tracing.ts';
import type { TracingSettings } from '../../runtime/tracing/tracing-settings.ts';

const MOST_LINKS = 100;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Exports spans by OTLP over HTTP, in batches; its headers and time-outs come from the standard variables of OpenTelemetry. */
export function createOtlpTracer({ url, service, version, ratio, trustsCallers }: TracingSettings): Tracer {
  const random = new RandomIdGenerator();
  let planned: SpanContext | undefined;
  const ratioSampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({
      root: ratioSampler,
      ...(!trustsCallers && { remoteParentSampled: sampleAtRandom(ratio) }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
    idGenerator: {
      generateTraceId: () => planned?.traceId ?? random.generateTraceId(),
      generateSpanId: () => planned?.spanId ?? random.generateSpanId(),
    },
  });
  const contextOf = (operationId: string) => toOperationContext(ratioSampler, operationId);
  const tracer = provider.getTracer(service, version);
  const active = new AsyncLocalStorage<Context>();
  const present = () => active.getStore() ?? ROOT_CONTEXT;

  function parentOf({
    parent,
    isOurs = false,
    isRoot = false,
    operations: [first] = [],
  }: SpanRequest): Context {
    if (isRoot) return ROOT_CONTEXT;
    const given = parent === undefined ? undefined : readTraceparent(parent, !isOurs);
    if (given !== undefined) return trace.setSpanContext(ROOT_CONTEXT, given);
    return first === undefined ? present() : trace.setSpanContext(ROOT_CONTEXT, contextOf(first));
  }

  return {
    span(request, work) {
      const parent = parentOf(request);
      const { name, kind, facts = {}, operations = [] } = request;
      const options = {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        attributes: facts,
        links: operations.slice(1, MOST_LINKS).map((id) => ({ context: contextOf(id) })),
      };
      const span = tracer.startSpan(name, options, parent);
      return active.run(trace.setSpan(parent, span), () => finish([span], request, work));
    },
    operations(operations, work) {
      const request = trace.getSpan(present());
      const links = request === undefined ? [] : [{ context: request.spanContext() }];
      const spans = operations.map(({ id, name }) => {
        planned = contextOf(id);
        const attributes = { 'giveaways.operation.id': id };
        const span = tracer.startSpan(`operation ${name}`, { root: true, attributes, links }, ROOT_CONTEXT);
        planned = undefined;
        request?.addLink({ context: span.spanContext() });
        return span;
      });
      return finish(spans, {}, work);
    },
    // What a request left behind, such as a timer, is not part of it.
    isInSpan: () => trace.getSpan(present())?.isRecording() === true,
    headers() {
      const context = trace.getSpanContext(present());
      if (context === undefined) return {};
      const flags = context.traceFlags.toString(16).padStart(2, '0');
      return { traceparent: `00-${context.traceId}-${context.spanId}-${flags}` };
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Records this share of the traces. It does not look at the trace's id, which callers choose. */
function sampleAtRandom(ratio: number): Sampler {
  return {
    shouldSample: () => ({
      decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `AtRandom{${ratio}}`,
  };
}

/** Undefined for a header of another form: the request then begins a trace. */
function readTraceparent(header: string, isRemote: boolean): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote };
  return isSpanContextValid(context) ? context : undefined;
}

/** The span of an operation: its ids follow from the id of the operation, in every thread, instance and release. */
function toOperationContext(sampler: TraceIdRatioBasedSampler, operationId: string): SpanContext {
  const digest = createHash('sha256').update(operationId).digest('hex');
  const traceId = digest.slice(0, 32);
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId);
  const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED;
  return {
    traceId,
    spanId: digest.slice(32, 48),
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    // Whether it is recorded is decided.
    isRemote: false,
  };
}

/** Ends the spans with the work; a failure shows the kind of its error alone. */
async function finish<Result>(
  spans: readonly Span[],
  { atEnd }: Pick<SpanRequest, 'atEnd'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.name : 'Error';
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR, message });
    throw error;
  } finally {
    for (const span of spans) {
      if (atEnd) span.setAttributes(atEnd());
      span.end();
    }
  }
}
