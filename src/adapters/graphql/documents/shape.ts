import { Kind, type ASTNode, type DocumentNode, type SelectionSetNode } from 'graphql';

/** A document without the names that its author is free to choose. */
export interface DocumentShape {
  /** The same for documents that differ only in the operation's name, in aliases, comments and white space. */
  readonly key: string;
  /** The aliases, in the order of their first use. */
  readonly names: readonly string[];
}

/**
 * Finds the shape of a document. Documents of one shape are valid or invalid together, break the same limits, and have the
 * same answers but for the aliases; where the name of an operation matters, and where an alias is the name of a field as
 * well, these stay part of the shape.
 */
export function shapeOf(document: DocumentNode): DocumentShape {
  const names = new Map<string, number>();
  const fields = new Set<string>();
  const key = write(document, names, fields);
  for (const name of names.keys()) {
    if (fields.has(name) || name === '__proto__')
      return { key: write(document, undefined, fields), names: [] };
  }
  return { key, names: [...names.keys()] };
}

/** The document in its shortest form; aliases become numbers, unless they stay as they are. */
function write(
  { definitions, loc }: DocumentNode,
  names: Map<string, number> | undefined,
  fields: Set<string>,
): string {
  const text = loc?.source.body ?? '';
  const between = (nodes: readonly ASTNode[] | undefined) =>
    nodes?.length ? text.slice(nodes[0]?.loc?.start, nodes.at(-1)?.loc?.end) : '';
  const writeAlias = (name: string): string => {
    if (names === undefined) return `${name}:`;
    let number = names.get(name);
    if (number === undefined) names.set(name, (number = names.size));
    return `$${number}:`;
  };
  const writeSet = ({ selections }: SelectionSetNode): string => {
    let written = '{';
    for (const selection of selections) {
      const directives = between(selection.directives);
      if (selection.kind === Kind.FIELD) {
        const { alias, name, arguments: argumentNodes, selectionSet } = selection;
        if (alias === undefined) fields.add(name.value);
        else written += writeAlias(alias.value);
        written += name.value;
        if (argumentNodes?.length) written += `(${between(argumentNodes)})`;
        written += directives;
        written += selectionSet ? writeSet(selectionSet) : ' ';
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        written += `...${selection.name.value} ${directives} `;
      } else {
        const condition = selection.typeCondition ? `on ${selection.typeCondition.name.value} ` : '';
        written += `...${condition}${directives}${writeSet(selection.selectionSet)}`;
      }
    }
    return `${written}}`;
  };

  let operations = 0;
  for (const { kind } of definitions) if (kind === Kind.OPERATION_DEFINITION) operations += 1;
  let written = '';
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      const name = operations > 1 ? ` ${definition.name?.value ?? ''}` : '';
      const variables = between(definition.variableDefinitions);
      written += `${definition.operation}${name}(${variables})${between(definition.directives)}`;
      written += writeSet(definition.selectionSet);
    } else if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      const { name, typeCondition, selectionSet } = definition;
      written += `fragment ${name.value} on ${typeCondition.name.value} ${between(definition.directives)}`;
      written += writeSet(selectionSet);
    } else {
      written += between([definition]);
    }
  }
  return written;
}
