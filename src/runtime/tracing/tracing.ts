/** What a span tells: short values without personal data. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | string[]>>;

export interface SpanRequest {
  readonly name: string;
  /** `server`: a request that came; `client`: one that is sent; internal by default. */
  readonly kind?: 'server' | 'client';
  readonly facts?: SpanFacts;
  /** A traceparent header (W3C Trace Context) of the caller. */
  readonly parent?: string | undefined;
  /** Whether another thread of this process wrote it, so that its decision to record holds. */
  readonly isOurs?: boolean;
  /** Whether it begins a trace, whatever the present span is. */
  readonly isRoot?: boolean;
  /** The operations that it works on: it belongs to the trace of the first, and is linked to the others. */
  readonly operations?: readonly string[];
  /** Facts that are known at the end. */
  readonly atEnd?: () => SpanFacts;
}

/** An operation that a request has accepted. */
export interface TracedOperation {
  readonly id: string;
  readonly name: string;
}

/** Records spans; the adapter that exports them. */
export interface Tracer {
  span<Result>(request: SpanRequest, work: () => Promise<Result>): Promise<Result>;
  /** Records operations, each with a trace of its own that is linked to the present span. */
  operations<Result>(operations: readonly TracedOperation[], work: () => Promise<Result>): Promise<Result>;
  isInSpan(): boolean;
  /** The headers that continue the present span elsewhere; none outside of a span. */
  headers(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

let tracer: Tracer | undefined;
const NONE: Readonly<Record<string, string>> = {};

/** Traces of this thread. While no tracer is in use, everything only calls `work`. */
export const tracing = {
  use(used: Tracer | undefined): void {
    tracer = used;
  },
  isOn: () => tracer !== undefined,
  span: <Result>(request: () => SpanRequest, work: () => Promise<Result>): Promise<Result> =>
    tracer === undefined ? work() : tracer.span(request(), work),
  /** A span within another one; outside of spans, as in background polls, it only calls `work`. */
  step: <Result>(request: () => SpanRequest, work: () => Promise<Result>): Promise<Result> =>
    tracer?.isInSpan() === true ? tracer.span(request(), work) : work(),
  operations: <Result>(
    operations: () => readonly TracedOperation[],
    work: () => Promise<Result>,
  ): Promise<Result> => (tracer === undefined ? work() : tracer.operations(operations(), work)),
  headers: (): Readonly<Record<string, string>> => tracer?.headers() ?? NONE,
};
