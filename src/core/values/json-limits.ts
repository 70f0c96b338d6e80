import { DomainError } from '../errors.ts';

/** The limit of members and elements in a JSON document, over all levels. */
export const MAX_JSON_VALUES = 2_000;
/** The limit of nested objects and lists. */
export const DEEPEST_JSON = 12;

/**
 * Throws INVALID_PAYLOAD for a document with too many values or levels, before other code visits each of them. `what`
 * begins the message, such as "The body".
 */
export function requireJsonLimits(document: unknown, what: string): void {
  let level = [document].filter(isContainer);
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST_JSON)
      throw new DomainError('INVALID_PAYLOAD', `${what} has more than ${DEEPEST_JSON} levels: nest less.`);
    const members = level.flatMap((container) => Object.values(container) as unknown[]);
    count += members.length;
    if (count > MAX_JSON_VALUES) {
      const message = `${what} has more than ${MAX_JSON_VALUES} values: send fewer at a time.`;
      throw new DomainError('INVALID_PAYLOAD', message);
    }
    level = members.filter(isContainer);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
