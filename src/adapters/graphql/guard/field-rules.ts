import {
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { Extensions } from 'type-graphql';
import type { Permission } from '../../../core/access/callers.ts';

/**
 * How a response with a field may be cached: as one of the feed, which is served until the feed's epoch moves; or as one of the
 * chain's read model, which is served for a second, or until the next step of the projection. A response with a field that
 * states neither is not cached.
 */
export type CacheKind = 'feed' | 'chain';

export type Cacheable = CacheKind | false;

/** What a field of the schema states about itself. */
export interface FieldRules {
  readonly permission: Permission;
  /** Only for a field that is the same for every caller. */
  readonly cache?: CacheKind | undefined;
  /** What the field costs besides its objects. */
  readonly price?: number;
  /**
   * Whether the readers' thread, which has access to the feed and the chain's read model only, can answer a root field with every
   * selection below it. False on a field below says that it reads more.
   */
  readonly offloadable?: boolean;
}

type Statement = Omit<FieldRules, 'permission'>;

/** States that everybody may read a field, or all fields of a type that state nothing themselves. */
export function Public(statement: Statement = {}) {
  return Extensions({ rules: { permission: 'public', ...statement } satisfies FieldRules });
}

/** States that a field, or all fields of a type, need the permission of a use case. */
export function Requires({ permission }: { readonly permission: Permission }, statement: Statement = {}) {
  return Extensions({ rules: { permission, ...statement } satisfies FieldRules });
}

interface Stating {
  readonly extensions: { readonly rules?: FieldRules };
}

/** The rules of a field; undefined when nothing states them, so that nobody may read it. */
export function rulesOf(field: GraphQLField<unknown, unknown> | undefined): FieldRules | undefined {
  return (field as Stating | undefined)?.extensions.rules;
}

const OF_INTERFACES: FieldRules = { permission: 'public', cache: 'feed' };

/**
 * Gives each field the rules that it states, or else those of its type. A connection and an edge have the rules of their nodes, and a
 * payload those of its mutation. An interface restricts nothing: its objects have types with rules of their own.
 */
export function settleRules(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const ofType = isObjectType(type) ? rulesOfType(schema, type) : OF_INTERFACES;
    for (const field of Object.values(type.getFields())) {
      const rules = rulesOf(field) ?? ofType;
      if (rules !== undefined) field.extensions = { ...field.extensions, rules };
    }
  }
}

function rulesOfType(schema: GraphQLSchema, type: GraphQLNamedType): FieldRules | undefined {
  const { rules } = (type as unknown as Stating).extensions;
  if (rules !== undefined) return rules;
  const [, node, call] = /^(?:(\w+)(?:Connection|Edge)|(\w+)Payload)$/.exec(type.name) ?? [];
  if (call !== undefined) {
    const mutation = `${call[0]?.toLowerCase() ?? ''}${call.slice(1)}`;
    return rulesOf(schema.getMutationType()?.getFields()[mutation]);
  }
  const nodeType = node === undefined ? undefined : schema.getType(node);
  return nodeType && rulesOfType(schema, nodeType);
}
