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
