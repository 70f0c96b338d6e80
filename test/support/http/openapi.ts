import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createOpenApiDocument } from '../../../src/adapters/rest/openapi/document.ts';
import type {
  Header,
  MediaType,
  PathOperation,
  PathItem,
  Reference,
  Response,
} from '../../../src/adapters/rest/openapi/openapi.ts';

/** The document that answers are compared with. */
export const openApiDocument = createOpenApiDocument({
  publicUrl: 'http://localhost:4000',
  issuesTokens: true,
});

/** A real response of the service; `path` may include a query, `text` is the body when it is not JSON. */
export interface ObservedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly text?: string;
}

/** Throws unless the document describes this response: path, status, required headers, media type and body. */
export function expectDocumented({
  method,
  path,
  status,
  headers,
  text,
  body = text,
}: ObservedResponse): void {
  const where = `${method.toUpperCase()} ${path} → ${status}`;
  const response = documentedResponse(method.toLowerCase(), path, status, where);
  const valueOf = toReader(headers);
  for (const [name, header] of Object.entries(response.headers ?? {}))
    expectHeader(name, header, valueOf(name), where);

  const hasBody = method.toUpperCase() !== 'HEAD' && body !== undefined && body !== null && body !== '';
  if (!hasBody) {
    if (response.content && method.toUpperCase() !== 'HEAD')
      throw new Error(`${where}: the documented body is missing.`);
    return;
  }
  const type = mediaTypeOf(valueOf('content-type'));
  const media = response.content?.[type];
  if (media === undefined) throw new Error(`${where}: a body of type "${type}" is not documented.`);
  expectValid(media, /[/+]json$/.test(type) && typeof body === 'string' ? JSON.parse(body) : body, where);
}

/** Finds the document's entry of a path, which may include a query: the same path, or a template that matches. */
export function findPathItem(path: string): PathItem | undefined {
  const plain = path.split('?')[0] ?? '';
  const fits = (template: string) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain);
  const { paths } = openApiDocument;
  return (
    paths[plain] ?? Object.entries(paths).find(([template]) => template.includes('{') && fits(template))?.[1]
  );
}

/** Follows one reference inside the document. Throws when its target does not exist. */
export function resolveReference<Part extends object>(part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const found = part.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (value, step) =>
        (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      openApiDocument,
    );
  if (found === undefined) throw new Error(`${part.$ref} points at nothing.`);
  return found as Part;
}

/** A validator of one schema of the document; strict, so that a misspelt keyword fails. */
export function compileSchema(schema: MediaType['schema']): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile({ ...schema, components: { schemas: openApiDocument.components.schemas } });
    compiled.set(schema, validate);
  }
  return validate;
}

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
ajv.addVocabulary(['components']);
formats.default(ajv);
const compiled = new Map<MediaType['schema'], ValidateFunction>();

function documentedResponse(method: string, path: string, status: number, where: string): Response {
  const item = findPathItem(path);
  if (item === undefined) throw new Error(`${where}: the path is not documented.`);
  const operations = Object.entries<PathOperation>(item);
  const documentedMethod = method === 'head' ? 'get' : method;
  const operation =
    operations.find(([name]) => name === documentedMethod)?.[1] ??
    (status === 405 ? operations[0]?.[1] : undefined);
  if (operation === undefined) throw new Error(`${where}: the method is not documented.`);
  const response = operation.responses[String(status)];
  if (response === undefined) throw new Error(`${where}: the status is not documented.`);
  return resolveReference<Response>(response);
}

function expectHeader(
  name: string,
  part: Header | Reference,
  value: string | undefined,
  where: string,
): void {
  const header = resolveReference<Header>(part);
  if (value === undefined) {
    if (header.required) throw new Error(`${where}: the header ${name} is missing.`);
    return;
  }
  const read = header.schema['type'] === 'integer' ? Number(value) : value;
  const validate = compileSchema(header.schema);
  if (!validate(read)) throw new Error(`${where}: ${name}: ${value} ${ajv.errorsText(validate.errors)}`);
}

function expectValid({ schema }: MediaType, value: unknown, where: string): void {
  const validate = compileSchema(schema);
  if (validate(value)) return;
  throw new Error(`${where}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 2)}`);
}

function toReader(headers: ObservedResponse['headers']): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = lower.get(name.toLowerCase());
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  };
}

function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
