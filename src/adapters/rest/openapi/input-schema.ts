import { z } from 'zod';
import type { JsonSchema, Parameter } from './openapi.ts';

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** The JSON Schema of an input, derived from the core's schema. */
export function toInputSchema(schema: z.ZodType): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      if (zodSchema instanceof z.ZodPipe) Object.assign(jsonSchema, defaultAndExamplesOf(zodSchema));
    },
  });
  return mergeNull(json) as ObjectSchema;
}

/**
 * The schema with the defaults of its members in their descriptions: generators of clients take a member with the keyword
 * `default` for a required one.
 */
export function describeDefaults(schema: ObjectSchema): ObjectSchema {
  const properties = Object.entries(schema.properties).map(([name, member]) => {
    const { default: fallback, description = '', ...rest } = member;
    if (fallback === undefined) return [name, member] as const;
    const note = fallback === null ? '' : `Default: ${JSON.stringify(fallback)}.`;
    return [name, { ...rest, description: [description, note].filter(Boolean).join(' ') }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Optional members of an input as parameters of a query. */
export function toQueryParameters(members: Readonly<Record<string, JsonSchema>>): Parameter[] {
  return Object.entries(members).map(
    ([name, { description, default: fallback, type, enum: values, ...schema }]) => ({
      name,
      in: 'query',
      description: String(description),
      ...(['platforms', 'providers', 'regions'].includes(name)
        ? ({ style: 'form', explode: true } as const)
        : {}),
      schema: {
        // An omitted parameter means null.
        type: Array.isArray(type) ? (type as string[])[0] : type,
        ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
        ...schema,
        ...(fallback !== null && fallback !== undefined && { default: fallback }),
      },
    }),
  );
}

// By default, input schemas omit the defaults of transformed fields.
function defaultAndExamplesOf(schema: z.core.$ZodType): JsonSchema {
  const { default: fallback, examples } = z.globalRegistry.get(schema) ?? {};
  return {
    ...(fallback !== undefined && { default: fallback }),
    ...(examples !== undefined && { examples }),
  };
}

/** Writes a nullable type as one list of types, which documentation pages and generators show better. */
function mergeNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mergeNull);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mergeNull(member)]),
  );
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { anyOf, ...rest };
  const [only, none] = anyOf as readonly JsonSchema[];
  const isChoice = Array.isArray(only?.['anyOf']) && Object.keys(only).length === 1;
  if (isChoice) return { anyOf: [...(only['anyOf'] as JsonSchema[]), ...anyOf.slice(1)], ...rest };
  const isNullable = anyOf.length === 2 && none?.['type'] === 'null' && typeof only?.['type'] === 'string';
  if (!isNullable) return { anyOf, ...rest };
  const values = only['enum'] as readonly unknown[] | undefined;
  return { ...only, ...rest, type: [only['type'], 'null'], ...(values && { enum: [...values, null] }) };
}
