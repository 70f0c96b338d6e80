import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { MAX_TOKENS } from '../guard/limits.ts';

/** Whether the parsed body of a request asks for a mutation; false for an invalid one, and for one with the hash of its query alone. */
export function isMutation(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('query' in body)) return false;
  const { query } = body;
  // Most bodies are read no further: a text without the word has no mutation.
  if (typeof query !== 'string' || !query.includes('mutation')) return false;
  const name = 'operationName' in body && typeof body.operationName === 'string' ? body.operationName : null;
  try {
    const operation = getOperationAST(parse(query, { maxTokens: MAX_TOKENS, noLocation: true }), name);
    return operation?.operation === OperationTypeNode.MUTATION;
  } catch {
    return false;
  }
}

/** Whether the parsed body of a request may ask for a mutation: its query does, or only its hash was sent. */
export function mayBeMutation(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return !('query' in body) || typeof body.query !== 'string' || isMutation(body);
}
