import type {
  JsonSchema,
  MediaType,
  PathItem,
  PathOperation,
  Reference,
  RequestBody,
  Response,
} from './openapi.ts';
import { schemaOf } from './provider/operation-parts.ts';

type Paths = Readonly<Record<string, PathItem>>;
type Schemas = Record<string, JsonSchema>;

/**
 * The paths with every body's schema as a reference, and the schemas under their new names: the operation's name with
 * Request or Answer. Generators of clients name their types after them.
 */
export function nameBodies(paths: Paths): { readonly paths: Paths; readonly schemas: Readonly<Schemas> } {
  const schemas: Schemas = {};
  const named = mapValues(paths, (item) =>
    mapValues(item as Readonly<Record<string, PathOperation>>, (operation) => nameIn(operation, schemas)),
  );
  return { paths: named, schemas };
}

function nameIn(operation: PathOperation, schemas: Schemas): PathOperation {
  const { operationId, requestBody, responses } = operation;
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  const nameBody = <Body extends RequestBody | Response>(body: Body, suffix: string): Body =>
    body.content === undefined
      ? body
      : { ...body, content: mapValues(body.content, (media) => nameMedia(media, name + suffix, schemas)) };
  return {
    ...operation,
    ...(requestBody && { requestBody: nameBody(requestBody, 'Request') }),
    responses: mapValues(responses, (response: Response | Reference) =>
      '$ref' in response ? response : nameBody(response, 'Answer'),
    ),
  };
}

// Texts and references need no name. An operation has at most two different responses, such as ready and not ready.
function nameMedia(media: MediaType, name: string, schemas: Schemas): MediaType {
  const { schema } = media;
  if ('$ref' in schema || schema['type'] === 'string') return media;
  const isFree = schemas[name] === undefined || schemas[name] === schema;
  const ownName = isFree ? name : `Other${name}`;
  schemas[ownName] = schema;
  return { ...media, schema: schemaOf(ownName) };
}

function mapValues<Value, Mapped>(
  members: Readonly<Record<string, Value>>,
  toMapped: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, toMapped(value)]));
}
