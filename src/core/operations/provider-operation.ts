import type { z } from 'zod';
import type { ProviderCaller, ProviderScope } from '../access/callers.ts';
import type { ChainCall } from '../chain/chain-call.ts';
import type { NewOperation, OperationRequest } from './operation.ts';

/** An operation that a provider can request to change the chain (interface 4.2), and the ports that it needs. */
export interface ProviderOperation<Input extends z.ZodType, P extends ProviderScope, Needs> {
  /** The endpoint's last path segment. */
  readonly endpoint: string;
  readonly permission: P;
  readonly input: Input;
  /** The members of the input that are addresses; `prepare` gets them in EIP-55 form. */
  readonly addresses?: readonly string[];
  /**
   * Turns the request into the contract call that carries it out. It may run several times for the same operation, so its
   * effects must be idempotent.
   */
  prepare(ports: Needs, work: Work<z.output<Input>>): Promise<Prepared>;
}

/** A request that is being prepared. */
export interface Work<Input> {
  readonly caller: ProviderCaller;
  /** The wallet (EIP-55) that signs for the caller. */
  readonly signer: string;
  readonly operationId: string;
  readonly input: Input;
}

export interface Prepared {
  readonly call: ChainCall;
  /** The facts of the request that every response contains. */
  readonly facts: OperationRequest['facts'];
  /** The texts whose hash is in the call; they are stored with the operation. */
  readonly publicText?: NewOperation['publicText'];
  readonly evidence?: NewOperation['evidence'];
}

/** Declares a provider operation; TypeScript infers its type parameters. */
export function defineOperation<Input extends z.ZodType, P extends ProviderScope, Needs>(
  operation: ProviderOperation<Input, P, Needs>,
): ProviderOperation<Input, P, Needs> {
  return operation;
}
