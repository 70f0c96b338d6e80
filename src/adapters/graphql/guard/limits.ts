import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { LARGEST_COST } from '../documents/cost.ts';

/** The most tokens of a document. */
export const MAX_TOKENS = 2_000;
/** The largest answer to a query, in bytes. */
const LARGEST_ANSWER = 1024 * 1024;
// JSON escapes a character with at most six bytes: data with less than a sixth of the limit cannot exceed it.
const MAX_ESCAPED_BYTES = 6;

/** The error for an operation that costs more than LARGEST_COST. */
export function tooCostly(requested: number): GraphQLError {
  return refusal(
    'OPERATION_TOO_COSTLY',
    `The operation costs ${requested}, more than the ${LARGEST_COST} allowed: ask for smaller pages or fewer fields.`,
  );
}

/** The error for a query whose answer has more than LARGEST_ANSWER bytes. */
export function answerTooLarge(): GraphQLError {
  return refusal(
    'ANSWER_TOO_LARGE',
    `The answer would be larger than ${LARGEST_ANSWER} bytes: ask for smaller pages, or for fewer fields.`,
  );
}

/** Whether the data of an answer has more than LARGEST_ANSWER bytes as JSON. Serializes it only when an estimate does not decide. */
export function isTooLarge(data: unknown): boolean {
  const least = leastBytes(data, 0);
  if (least > LARGEST_ANSWER) return true;
  return (
    least * MAX_ESCAPED_BYTES > LARGEST_ANSWER && Buffer.byteLength(JSON.stringify(data)) > LARGEST_ANSWER
  );
}

/** A lower bound of the length of the data as JSON; stops counting once it exceeds the limit. */
function leastBytes(value: unknown, before: number): number {
  if (before > LARGEST_ANSWER) return before;
  if (typeof value === 'string') return before + value.length + 2;
  if (typeof value !== 'object' || value === null) return before + 1;
  let bytes = before + 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes = leastBytes(item, bytes);
    return bytes;
  }
  // Objects of the executor have no prototype, so `in` lists own members only.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) bytes = leastBytes(members[name], bytes + name.length + 3);
  return bytes;
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400, headers: new HeaderMap() } } });
}
