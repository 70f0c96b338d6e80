import { Kind, parse, type DocumentNode } from 'graphql';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import { MAX_TOKENS } from '../guard/limits.ts';

/** The largest body of a GraphQL request, in bytes. */
const GRAPHQL_BODY_LIMIT = 65_536;
/** The largest body with which an operator may import legacy listings, in bytes. */
const IMPORT_BODY_LIMIT = 1_048_576;

const IMPORT = 'importLegacyListings';

export type ReadSizedJson = (
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
) => Promise<{ readonly document: unknown; readonly bytes: number }>;

type ReadBody = (
  request: IncomingMessage,
  response: ServerResponse,
  identify: () => Promise<Caller>,
) => Promise<unknown>;

/**
 * Reads bodies of GraphQL requests. A body above GRAPHQL_BODY_LIMIT is read only for an operator, and accepted only for the
 * import of legacy listings. The caller is identified before a large body is read; its operation is checked afterwards.
 */
export function createBodyReader(readSizedJson: ReadSizedJson): ReadBody {
  return async (request, response, identify) => {
    const isOperator = mayBeLarge(request) && (await identify()).kind === 'operator';
    const limit = isOperator ? IMPORT_BODY_LIMIT : GRAPHQL_BODY_LIMIT;
    const { document, bytes } = await readSizedJson(request, response, limit);
    if (bytes > GRAPHQL_BODY_LIMIT && !isImport(document)) {
      const message = `The body is larger than ${GRAPHQL_BODY_LIMIT} bytes, which only ${IMPORT} may be: shorten it.`;
      throw new DomainError('PAYLOAD_TOO_LARGE', message);
    }
    return document;
  };
}

/** Whether a body may be large: its declared length is, or it declares none. Only callers with a credential may send one. */
function mayBeLarge({ headers }: IncomingMessage): boolean {
  const declared = headers['content-length'];
  const isLarge = declared === undefined || Number(declared) > GRAPHQL_BODY_LIMIT;
  return isLarge && headers.authorization !== undefined;
}

function isImport(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('query' in body)) return false;
  if (typeof body.query !== 'string' || body.query.length > GRAPHQL_BODY_LIMIT) return false;
  let document: DocumentNode;
  try {
    document = parse(body.query, { maxTokens: MAX_TOKENS });
  } catch {
    return false;
  }
  return document.definitions.every(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.every(
        (selection) => selection.kind === Kind.FIELD && selection.name.value === IMPORT,
      ),
  );
}
