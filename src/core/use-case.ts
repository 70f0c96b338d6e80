import type { z } from 'zod';
import { authorize, type Caller, type CallerFor, type Permission } from './access/callers.ts';
import { invalidPayload } from './errors.ts';

/** One operation of the product: the permission to call it, its input, what it does, and the ports that it needs. */
export interface UseCase<Input extends z.ZodType, Output, P extends Permission, Needs> {
  readonly permission: P;
  readonly input: Input;
  execute(ports: Needs, caller: CallerFor<P>, input: z.output<Input>): Promise<Output>;
}

/**
 * A read that everybody may make, of objects of which the caller chooses what is read. The use case says which objects are
 * meant; `Found`, the result of its port, is the form that an API reads them in.
 */
export interface ObjectRead<Found, Input, Needs> {
  readonly permission: 'public';
  readonly input: z.ZodType<Input>;
  /** Undefined when the input can name no object. Throws DomainError. */
  execute(ports: Needs, input: Input): Found | undefined;
}

/** Declares a use case; TypeScript infers its type parameters. */
export function defineUseCase<Input extends z.ZodType, Output, P extends Permission, Needs>(
  useCase: UseCase<Input, Output, P, Needs>,
): UseCase<Input, Output, P, Needs> {
  return useCase;
}

/** Checks the caller, then the raw input, then executes. Throws DomainError. */
export async function run<Input extends z.ZodType, Output, P extends Permission, Needs>(
  ports: NoInfer<Needs>,
  caller: Caller,
  useCase: UseCase<Input, Output, P, Needs>,
  rawInput: unknown,
): Promise<Output> {
  authorize(useCase.permission, caller);
  return useCase.execute(ports, caller, parseInput(useCase.input, rawInput));
}

/** Parses raw input with its schema. Throws INVALID_PAYLOAD with a message for each wrong field. */
export function parseInput<Input extends z.ZodType>(schema: Input, rawInput: unknown): z.output<Input> {
  const parsed = schema.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  throw invalidPayload(
    parsed.error.issues.map((issue) => ({
      path: issue.path.filter((step) => typeof step !== 'symbol'),
      message: issue.message,
    })),
  );
}

/** `run` with its ports bound, as the APIs call it. */
export type BoundRun<Ports> = <Input extends z.ZodType, Output, P extends Permission>(
  caller: Caller,
  useCase: UseCase<Input, Output, P, Ports>,
  rawInput: unknown,
) => Promise<Output>;

/** Binds the ports to `run`. */
export function createRun<Ports>(ports: Ports): BoundRun<Ports> {
  return (caller, useCase, rawInput) => run(ports, caller, useCase, rawInput);
}

/** The schema of a use case's raw input. */
export type InputSchema = z.ZodType;
