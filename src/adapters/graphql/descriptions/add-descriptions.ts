import {
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { CORE_INPUTS, fieldDescriptionOf, operationFieldOf } from './core-inputs.ts';
import { ARGUMENTS, FIELDS, ROOT_TYPES } from './repeated.ts';

interface Described {
  description?: string | null | undefined;
}

/**
 * Adds the descriptions that follow from a name or from the core: those of pages, inputs and payloads, of fields that many types have,
 * and of inputs that the core describes. A description that stands at its type or field already stays.
 */
export function addDescriptions(schema: GraphQLSchema): void {
  for (const kind of Object.values(OperationTypeNode))
    describe(schema.getRootType(kind) ?? undefined, ROOT_TYPES[kind]);
  const calls = [schema.getMutationType(), schema.getQueryType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  for (const name of calls) {
    const typeName = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
    describe(schema.getType(`${typeName}Input`), `The input of ${name}.`);
    describe(schema.getType(`${typeName}Payload`), `The result of ${name}.`);
  }
  for (const type of Object.values(schema.getTypeMap())) describeMembers(type);
}

function describeMembers(type: GraphQLNamedType): void {
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return;
  if (type.name.endsWith('Connection')) describe(type, 'A page of a list (GraphQL Cursor Connections).');
  if (type.name.endsWith('Edge')) describe(type, 'An item of a page, with its position in the list.');
  for (const field of Object.values(type.getFields())) {
    describe(
      field,
      fieldDescriptionOf(CORE_INPUTS[type.name], field.name) ??
        operationFieldOf(type.name, field.name, isNonNullType(field.type)) ??
        FIELDS[field.name],
    );
    if ('args' in field) describeArguments(field);
  }
}

function describeArguments(field: GraphQLField<unknown, unknown>): void {
  for (const argument of field.args) describe(argument, ARGUMENTS[argument.name]);
}

function describe(element: Described | undefined, description: string | undefined): void {
  if (element !== undefined && description !== undefined) element.description ??= description;
}
