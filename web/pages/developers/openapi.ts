import parsed from '../../../schema/openapi.yaml';

/** The parts of an OpenAPI 3.1 document that the reference shows. */
interface OpenApiDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Methods>>;
  readonly webhooks: Readonly<Record<string, Methods>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type Methods = Readonly<Record<string, OpenApiOperation>>;

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body | Reference>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema | Reference;
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema?: JsonSchema | Reference;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Reference {
  readonly $ref: string;
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema | Reference>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | Reference;
  readonly anyOf?: readonly (JsonSchema | Reference)[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An endpoint, or a message of a webhook. */
export interface Endpoint {
  readonly id: string;
  /** Undefined for a message of a webhook, whose address is the receiver's. */
  readonly method: string | undefined;
  /** The path, or the type of the message. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  /** The names of the credentials, with their scopes; any of them is enough. */
  readonly credentials: readonly string[];
  readonly parameters: readonly ShownField[];
  readonly body: ShownBody | undefined;
  readonly responses: readonly (ShownBody & { readonly status: string })[];
  /** The statuses of the errors. */
  readonly failures: readonly string[];
}

export interface ShownBody {
  readonly description: string | undefined;
  readonly fields: readonly ShownField[];
  /** As JSON, or as the text that it is. */
  readonly example: string | undefined;
}

export interface ShownField {
  /** With the names of the objects around it, such as listing.title; [] stands for every element. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly what: string | undefined;
}

/** The endpoints by tag, in the order of the document. */
interface EndpointGroup {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

const DEEPEST = 4;
// The service's tests check the document; a page that cannot be made fails the tests of the site.
const document = parsed as OpenApiDocument;

/** The description of the whole API, in paragraphs. */
export const INTRODUCTION = document.info.description.split('\n\n');

export const GROUPS: readonly EndpointGroup[] = document.tags.map(({ name, description }) => ({
  name,
  description,
  endpoints: [
    ...endpointsOf(document.paths, name, (method) => method.toUpperCase()),
    ...endpointsOf(document.webhooks, name, () => undefined),
  ],
}));

function endpointsOf(
  paths: Readonly<Record<string, Methods>>,
  tag: string,
  toMethod: (method: string) => string | undefined,
): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => toEndpoint(path, toMethod(method), operation)),
  );
}

function toEndpoint(path: string, method: string | undefined, operation: OpenApiOperation): Endpoint {
  const {
    operationId: id,
    summary,
    description,
    security,
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const statuses = Object.keys(responses);
  const isFailure = (status: string) => /^[45]/.test(status);
  return {
    id,
    method,
    path,
    summary,
    description,
    credentials: security.flatMap((each) =>
      Object.entries(each).map(([name, scopes]) => [name, ...scopes].join(' ')),
    ),
    parameters: parameters.map((each) => toParameter(resolve<Parameter>(each))),
    body: requestBody && toBody(requestBody),
    responses: statuses
      .filter((status) => !isFailure(status))
      .map((status) => ({ status, ...toBody(resolve<Body>(responses[status] ?? {})) })),
    failures: statuses.filter(isFailure),
  };
}

function toParameter({ name, in: place, description, required, schema }: Parameter): ShownField {
  const type = `${typeOf(resolve<JsonSchema>(schema))}, ${place}`;
  return { name, type, isRequired: required === true, what: description };
}

function toBody({ description, content = {} }: Body): ShownBody {
  const [media] = Object.values(content);
  if (media === undefined) return { description, fields: [], example: undefined };
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value;
  return {
    description,
    fields: media.schema === undefined ? [] : fieldsOf(resolve<JsonSchema>(media.schema), '', DEEPEST),
    example:
      example === undefined || typeof example === 'string' ? example : JSON.stringify(example, undefined, 2),
  };
}

/** The fields of an object and of the objects inside. */
function fieldsOf(schema: JsonSchema, prefix: string, depth: number): ShownField[] {
  const { properties, required = [], items, anyOf } = schema;
  if (depth === 0) return [];
  if (items !== undefined) return fieldsOf(resolve<JsonSchema>(items), `${prefix.slice(0, -1)}[].`, depth);
  if (properties === undefined) {
    const [object] = (anyOf ?? []).map((each) => resolve<JsonSchema>(each)).filter((each) => each.properties);
    return object === undefined ? [] : fieldsOf(object, prefix, depth);
  }
  return Object.entries(properties).flatMap(([name, each]) => {
    const field = resolve<JsonSchema>(each);
    const own = `${prefix}${name}`;
    return [
      { name: own, type: typeOf(field), isRequired: required.includes(name), what: field.description },
      ...fieldsOf(field, `${own}.`, depth - 1),
    ];
  });
}

function typeOf(schema: JsonSchema): string {
  const { type, anyOf, enum: values, const: only, items, format } = schema;
  if (anyOf !== undefined)
    return [...new Set(anyOf.map((each) => typeOf(resolve<JsonSchema>(each))))].join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (items !== undefined) return `array of ${typeOf(resolve<JsonSchema>(items))}`;
  const name = typeof type === 'string' ? type : (type ?? ['any']).join(' or ');
  return [format === undefined ? name : `${name} (${format})`, ...limitsOf(schema)].join(', ');
}

function limitsOf({ minLength = 0, maxLength, minimum, maximum }: JsonSchema): string[] {
  const limits: string[] = [];
  if (maxLength !== undefined) limits.push(`${minLength} to ${maxLength} characters`);
  if (minimum !== undefined) limits.push(`${minimum} or more`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) limits.push(`at most ${maximum}`);
  return limits;
}

/** What a reference such as #/components/schemas/Listing names. */
function resolve<Part extends object>(part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`The OpenAPI document has no ${part.$ref}.`);
  return resolve(found as Part | Reference);
}
