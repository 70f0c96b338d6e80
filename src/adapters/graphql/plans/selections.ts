import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Thrown for a selection that no plan covers: the ordinary executor answers the operation. */
export class UnsupportedSelection extends Error {}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** A response key: its text, or for an alias its index in the aliases of the document. */
export type Key = string | number;
/** The aliases of a document, in the order of their first use. */
export type Aliases = readonly string[];

/** Replaces an alias by its index in the aliases, so that one plan serves documents that differ in aliases only. */
export function aliasIndexOf(responseKey: string, aliases: Aliases): Key {
  const number = aliases.indexOf(responseKey);
  return number === -1 ? ownText(responseKey) : number;
}

/** The response key in a document with these aliases. */
export function aliasFor(key: Key, aliases: Aliases): string {
  return typeof key === 'number' ? (aliases[key] as string) : key;
}

/** Copies a part of a document: a slice of the text would keep the whole text in memory. */
export function ownText(part: string): string {
  return Buffer.from(part).toString();
}

/** A copy of a field with its name and arguments only, which a plan may store. */
export function argumentsOf({ name, arguments: argumentNodes = [] }: FieldNode): FieldNode {
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: ownText(name.value) },
    arguments: withoutLocations(argumentNodes),
  };
}

/** A copy of nodes that a plan may store: locations reference the whole text with its comments. */
export function withoutLocations<Node>(nodes: Node): Node {
  const copy: unknown = JSON.parse(
    JSON.stringify(nodes ?? null, (name, value: unknown) => (name === 'loc' ? undefined : value)),
  );
  return copy as Node;
}

/** The fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
}

/** The fields of merged selection sets by response key, in order (GraphQL 6.3.2 CollectFields). Throws UnsupportedSelection. */
export function collect(
  sets: readonly SelectionSetNode[],
  typeName: string,
  fragments: Fragments,
  fields = new Map<string, FieldNode[]>(),
): Map<string, FieldNode[]> {
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.directives?.length || isPrototype(selection)) throw new UnsupportedSelection();
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const condition = inner?.typeCondition?.name.value ?? typeName;
      if (inner === undefined || (condition !== typeName && condition !== 'Node'))
        throw new UnsupportedSelection();
      collect([inner.selectionSet], typeName, fragments, fields);
    }
  }
  return fields;
}

/** The fields that all nodes of one response key select, merged. */
export function collectOf(
  nodes: readonly FieldNode[],
  typeName: string,
  fragments: Fragments,
): Map<string, FieldNode[]> {
  return collect(
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    typeName,
    fragments,
  );
}

// Assigning to a member of this name changes the prototype of an object instead.
function isPrototype(selection: SelectionNode): boolean {
  return selection.kind === Kind.FIELD && selection.alias?.value === '__proto__';
}
