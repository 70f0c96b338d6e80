import { Kind, type ASTNode, type DocumentNode, type SelectionSetNode } from 'graphql';

/** A document without the names that its author is free to choose. */
export interface DocumentFingerprint {
  /** Equal for documents that differ only in the name of the operation, aliases, comments and white space. */
  readonly key: string;
  /** The aliases, in the order of their first use. */
  readonly aliases: readonly string[];
}

/**
 * Computes the fingerprint of a document. Documents of one fingerprint are all valid or all invalid, break the same limits, and
 * have responses that differ only in aliases. The names of operations are part of the fingerprint when the document has several
 * operations, and aliases are part of it when one of them is also the name of a field.
 */
export function fingerprintOf(document: DocumentNode): DocumentFingerprint {
  const aliases = new Map<string, number>();
  const fields = new Set<string>();
  const key = write(document, aliases, fields);
  for (const name of aliases.keys()) {
    if (fields.has(name) || name === '__proto__')
      return { key: write(document, undefined, fields), aliases: [] };
  }
  return { key, aliases: [...aliases.keys()] };
}

/** Writes the document in its shortest form. Aliases become numbers; without `aliases` they are written unchanged. */
function write(
  { definitions, loc }: DocumentNode,
  aliases: Map<string, number> | undefined,
  fields: Set<string>,
): string {
  const text = loc?.source.body ?? '';
  const between = (nodes: readonly ASTNode[] | undefined) =>
    nodes?.length ? text.slice(nodes[0]?.loc?.start, nodes.at(-1)?.loc?.end) : '';
  const writeAlias = (name: string): string => {
    if (aliases === undefined) return `${name}:`;
    let number = aliases.get(name);
    if (number === undefined) aliases.set(name, (number = aliases.size));
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
