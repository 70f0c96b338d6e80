import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { MAX_COST } from '../documents/cost.ts';

/** The most tokens of a document. */
export const MAX_TOKENS = 2_000;
/** The largest response to a query, in bytes. */
const MAX_RESPONSE = 1024 * 1024;
// JSON escapes a character with at most six bytes: data with less than a sixth of the limit cannot exceed it.
const MAX_ESCAPED_BYTES = 6;

/** The error for an operation that costs more than MAX_COST. */
export function tooCostly(requested: number): GraphQLError {
  return refusal(
    'OPERATION_TOO_COSTLY',
    `The operation costs ${requested}, more than the ${MAX_COST} allowed: ask for smaller pages or fewer fields.`,
  );
}

/** The error for a query whose response has more than MAX_RESPONSE bytes. */
export function responseTooLarge(): GraphQLError {
  return refusal(
    'ANSWER_TOO_LARGE',
    `The answer would be larger than ${MAX_RESPONSE} bytes: ask for smaller pages, or for fewer fields.`,
  );
}

/** The largest document of a proof in a response, in bytes: the rest is for the other fields. */
export const MAX_PROOF_BYTES = 1_000_000;

/** The error for a proof that is too large for a response, which names the path of the file. */
export function proofTooLarge(): GraphQLError {
  const path = '/giveaways/{id}/rounds/{index}/proof.json';
  return refusal(
    'ANSWER_TOO_LARGE',
    `The proof has more than ${MAX_PROOF_BYTES} bytes: read it from ${path}.`,
  );
}

/**
 * Whether the data of a response has more than MAX_RESPONSE bytes as JSON. Serializes it only when an estimate does not decide.
 */
export function isTooLarge(data: unknown): boolean {
  const least = leastBytes(data, 0);
  if (least > MAX_RESPONSE) return true;
  return least * MAX_ESCAPED_BYTES > MAX_RESPONSE && Buffer.byteLength(JSON.stringify(data)) > MAX_RESPONSE;
}

/** A lower bound of the length of the data as JSON; stops counting once it exceeds the limit. */
function leastBytes(value: unknown, before: number): number {
  if (before > MAX_RESPONSE) return before;
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
