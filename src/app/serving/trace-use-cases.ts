import type { Perform, Run } from '../../adapters/ports/ports.ts';
import { tracing } from '../../runtime/tracing/tracing.ts';

/** The same functions; each call is a span. */
export function traceUseCases(run: Run, perform: Perform): { readonly run: Run; readonly perform: Perform } {
  return {
    run: (caller, useCase, rawInput) =>
      tracing.span(
        () => ({ name: `use case ${useCase.permission}` }),
        () => run(caller, useCase, rawInput),
      ),
    perform: (caller, operation, rawInput, options) =>
      tracing.span(
        () => ({ name: `use case ${operation.endpoint}` }),
        () => perform(caller, operation, rawInput, options),
      ),
  };
}
