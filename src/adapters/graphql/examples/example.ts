import type { OperationTypeNode } from 'graphql';
import { OPERATION_EXAMPLE, REQUEST_EXAMPLES } from '../../../core/provider-api/request-examples.ts';

/** The arguments and the selection of a call, or the whole document when its arguments should be variables. */
export type Example = readonly [args: Readonly<Record<string, unknown>>, selection: string] | string;

/** Examples by the kind of their operation and by field. */
export type CallExamples = Partial<
  Readonly<Record<`${OperationTypeNode}`, Readonly<Record<string, Example>>>>
>;

/** The call of a mutation with these fields of its input. */
export const input = (fields: object, selection: string): Example => [{ input: fields }, selection];

// Values in the examples of several capabilities.
export const idOf = (prefix: string) => OPERATION_EXAMPLE.replace('opn', prefix);
export const account = 'someone@example.com';
export const exampleProvider = idOf('prv');
export const wallet = REQUEST_EXAMPLES['issue-entries'].change.expectedOwnerWallet;
export const { passportId } = REQUEST_EXAMPLES['issue-entries'].change;
export const exampleGiveaway = `gwy_${'1f'.repeat(32)}`;
export const listing = { id: idOf('lst') };
export const page = { first: 20 };
