import { isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { authorize, PERMISSIONS, type Permission } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { rulesOf, settleRules } from './field-rules.ts';
import { applyMiddleware, rule, shield } from './shield.ts';

const rules = Object.fromEntries(
  PERMISSIONS.map((permission) => [permission, createRule(permission)]),
) as Record<Permission, ReturnType<typeof createRule>>;

const refused = new DomainError('UNAUTHORIZED', 'This field is not open to anybody.', {
  reason: 'FIELD_DENIED',
});
const denied = rule({ cache: 'no_cache' })(() => refused);

/**
 * Adds the shield to every field that is not public, and denies fields without rules. Public fields stay without a wrapper, which
 * would slow them.
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  settleRules(schema);
  const guarded = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? [[type.name, Object.values(type.getFields()).filter((field) => !isPublic(field))] as const]
      : [],
  );
  const tree = guarded.map(([type, fields]) => [
    type,
    Object.fromEntries(fields.map((field) => [field.name, shieldOf(rulesOf(field)?.permission)])),
  ]);
  const middleware = shield(Object.fromEntries(tree), {
    allowExternalErrors: true,
    fallbackRule: denied,
    fallbackError: refused,
  }).generate(schema) as Record<string, Record<string, unknown>>;
  for (const [type, fields] of guarded) {
    const names = new Set(fields.map(({ name }) => name));
    for (const name of Object.keys(middleware[type] ?? {}))
      if (!names.has(name)) delete middleware[type]?.[name];
  }
  return applyMiddleware(schema, middleware as never);
}

function isPublic(field: GraphQLField<unknown, unknown>): boolean {
  return rulesOf(field)?.permission === 'public';
}

function shieldOf(permission: Permission | undefined) {
  return permission === undefined ? denied : rules[permission];
}

function createRule(permission: Permission) {
  return rule({ cache: 'no_cache' })((_parent, _args, { caller }: GraphqlContext) => {
    try {
      authorize(permission, caller);
      return true;
    } catch (error) {
      // The shield hides errors that a rule throws, and forwards errors that it returns.
      return error as DomainError;
    }
  });
}
