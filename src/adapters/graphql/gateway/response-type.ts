import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const JSON_RESPONSE = 'application/json; charset=utf-8';
// In the order of Apollo Server: the first wins when the client prefers several equally.
const TYPES = [
  JSON_RESPONSE,
  'application/graphql-response+json; charset=utf-8',
  'application/json; callbackSpec=1.0; charset=utf-8',
];
const MAX_REMEMBERED = 200;

const chosen = new LRUCache<string, { readonly type: string | undefined }>({ max: MAX_REMEMBERED });

/** The Content-Type for an Accept header, as Apollo Server chooses it; undefined when the client accepts none. */
export function responseTypeOf(accept: string | undefined): string | undefined {
  if (accept === undefined || accept === '') return JSON_RESPONSE;
  let choice = chosen.get(accept);
  if (choice === undefined) {
    choice = { type: new Negotiator({ headers: { accept } }).mediaType(TYPES) };
    chosen.set(accept, choice);
  }
  return choice.type;
}
