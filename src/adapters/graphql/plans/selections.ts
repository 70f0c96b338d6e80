import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Something that a compiler of plans leaves to the ordinary executor. */
export class Unplanned extends Error {}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** A response key: itself, or the number of an alias among those of the document. */
export type Key = string | number;
/** The aliases of a document, in the order of their first use. */
export type Names = readonly string[];

/** An alias that is on the list is known by its number, so that a plan serves documents with other aliases. */
export function toKey(responseKey: string, names: Names): Key {
  const number = names.indexOf(responseKey);
  return number === -1 ? ownText(responseKey) : number;
}

/** The response key in a document with these aliases. */
export function fromKey(key: Key, names: Names): string {
  return typeof key === 'number' ? (names[key] as string) : key;
}

/** A copy of a part of a document: the part itself would keep the whole text in memory. */
export function ownText(part: string): string {
  return Buffer.from(part).toString();
}

/** A field as far as its arguments are read from it, as a plan may hold on to it. */
export function argumentsOf({ name, arguments: argumentNodes = [] }: FieldNode): FieldNode {
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: ownText(name.value) },
    arguments: withoutLocations(argumentNodes),
  };
}

/** A copy of nodes that a plan may hold on to: locations hold the whole text with its comments. */
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

/** The fields of merged selection sets by response key, in order (GraphQL 6.3.2 CollectFields). Throws Unplanned. */
export function collect(
  sets: readonly SelectionSetNode[],
  typeName: string,
  fragments: Fragments,
  fields = new Map<string, FieldNode[]>(),
): Map<string, FieldNode[]> {
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.directives?.length || isPrototype(selection)) throw new Unplanned();
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const condition = inner?.typeCondition?.name.value ?? typeName;
      if (inner === undefined || (condition !== typeName && condition !== 'Node')) throw new Unplanned();
      collect([inner.selectionSet], typeName, fragments, fields);
    }
  }
  return fields;
}

/** The fields that nodes of one response key select together. */
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

// An object cannot be given a member of this name by assignment.
function isPrototype(selection: SelectionNode): boolean {
  return selection.kind === Kind.FIELD && selection.alias?.value === '__proto__';
}
