import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** A sentence, or several; the example of a call may follow. */
const SENTENCES = /^[A-Z`0-9:][^]*[.)](?:\n\n```[^]*```)?$|^[a-z][^]* [^]*\.(?:\n\n```[^]*```)?$/;

/** The types, fields, arguments and enum values of a schema whose descriptions are missing, or are no sentences. */
export function findUndescribed(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => [
      ...undescribed('', [type]),
      ...(isEnumType(type) ? undescribed(`${type.name}.`, type.getValues()) : []),
      ...(isInputObjectType(type) ? undescribed(`${type.name}.`, Object.values(type.getFields())) : []),
      ...(isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap((field) => [
            ...undescribed(`${type.name}.`, [field]),
            ...undescribed(`${type.name}.${field.name}:`, field.args),
          ])
        : []),
    ]);
}

function undescribed(prefix: string, elements: readonly Described[]): string[] {
  return elements
    .filter(({ description }) => !SENTENCES.test(description ?? ''))
    .map(({ name }) => `${prefix}${name}`);
}
