import {
  getArgumentValues,
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Page } from '../../../../core/values/paging.ts';
import {
  argumentsOf,
  collect,
  fragmentsOf,
  aliasFor,
  aliasIndexOf,
  UnsupportedSelection,
  withoutLocations,
  type Key,
  type Aliases,
} from '../selections.ts';
import { nameFailure } from '../../execute/plan-failures.ts';
import { fetchLevel, type LevelReader, type ReadPorts } from './level-reader.ts';
import {
  compileConnection,
  compileObject,
  type Compilation,
  type ReadStep,
  type Presenter,
} from './compile.ts';
import { compileFeed, type FeedPorts } from './feed.ts';
import { reader, type Row } from './level.ts';
import { readTree } from './read-tree.ts';
import { ROOTS, type RootField } from './roots.ts';
import { compileTrackRecord, type TrackRecordPorts } from './track-record.ts';
import { TYPE_MAPPINGS } from '../mappings/type-mappings.ts';

type Data = Record<string, unknown>;

/** A read operation, compiled: SQL statements, and functions that shape their rows. */
export interface ReadPlan {
  /** Whether it reads only the feed. */
  readonly name: 'feed' | 'reads';
  /** Undefined when variables or arguments are invalid: the ordinary executor must answer. */
  execute(variables: Readonly<Data>, ports: PlanPorts, aliases: Aliases): Promise<Data> | undefined;
}

type PlanPorts = ReadPorts & FeedPorts & TrackRecordPorts;

/** A field of Query. */
interface Root {
  readonly key: Key;
  readonly isFeed: boolean;
  /** Reads the arguments, and returns the function that reads the field. Throws for invalid arguments. */
  readonly prepare: (variables: Readonly<Data>) => (ports: PlanPorts) => Promise<unknown>;
  readonly present: Presenter<never>;
}

/**
 * Compiles an operation that only reads the feed, giveaways, rounds, passports, draws and track records; returns undefined for any other one.
 * The plan serves every document that differs in `aliases` only.
 */
export function compileReadPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  aliases: Aliases = [],
): ReadPlan | undefined {
  if (operation.operation !== OperationTypeNode.QUERY || operation.directives?.length) return undefined;
  try {
    return compile(schema, document, operation, aliases);
  } catch (error) {
    if (error instanceof UnsupportedSelection) return undefined;
    throw error;
  }
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  aliases: Aliases,
): ReadPlan {
  const compilation: Compilation = {
    fragments: fragmentsOf(document),
    aliases,
    fieldOf: (type, name) => (schema.getType(type) as GraphQLObjectType).getFields()[name],
  };
  const roots = [...collect([operation.selectionSet], 'Query', compilation.fragments)].map(([key, nodes]) =>
    compileRoot(compilation, key, nodes),
  );
  const definitions = withoutLocations(operation.variableDefinitions ?? []);
  return {
    name: roots.every(({ isFeed }) => isFeed) ? 'feed' : 'reads',
    execute(variables, ports, aliases) {
      const { coerced } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
      if (coerced === undefined) return undefined;
      // Reads all arguments before the first statement starts: a read that is not awaited would reject unhandled.
      let prepared: (Root & { readonly read: ReturnType<Root['prepare']> })[];
      try {
        prepared = roots.map((root) => ({ ...root, read: root.prepare(coerced) }));
      } catch {
        return undefined;
      }
      const members = prepared.map(async ({ key, read, present }) => {
        const name = aliasFor(key, aliases);
        // What the field has read is what its `present` takes.
        return [name, present((await nameFailure(read(ports), name)) as never, aliases)] as const;
      });
      return Promise.all(members).then((all) => Object.fromEntries(all));
    },
  };
}

function compileRoot(compilation: Compilation, responseKey: string, nodes: readonly FieldNode[]): Root {
  const key = aliasIndexOf(responseKey, compilation.aliases);
  const node = argumentsOf(nodes[0] as FieldNode);
  const { value: name } = node.name;
  if (name === 'feed') return { key, isFeed: true, ...compileFeed(compilation, nodes) };
  if (name === 'trackRecord') return { key, isFeed: false, ...compileTrackRecord(compilation, nodes) };
  if (!Object.hasOwn(ROOTS, name)) throw new UnsupportedSelection();
  const root: RootField = ROOTS[name as keyof typeof ROOTS];
  const child = root.bind();
  const field = compilation.fieldOf('Query', name) as GraphQLField<unknown, unknown>;
  const step: ReadStep = { child, field, node, below: [] };
  const prepareStep = (variables: Readonly<Data>) => {
    const prepared = new Map<LevelReader, unknown>();
    prepare(step, variables, prepared);
    return (ports: PlanPorts) => readRoot(step, ports, prepared);
  };
  const scope = { level: child.level, isWinner: false };
  if (root.order) {
    const connection = compileConnection(compilation, root.mapping, root.order, nodes, scope, step.below);
    return { key, isFeed: false, prepare: prepareStep, present: connection };
  }
  const isMissing = root.unless && reader(scope, root.unless);
  const object = compileObject(compilation, TYPE_MAPPINGS[root.mapping], nodes, scope, step.below);
  const present = ({ items: [row] }: Page<Row>, aliases: Aliases) =>
    row === undefined || isMissing?.(row) === null ? null : object(row, aliases);
  return { key, isFeed: false, prepare: prepareStep, present };
}

function prepare(
  { child, field, node, below }: ReadStep,
  variables: Readonly<Data>,
  prepared: Map<LevelReader, unknown>,
): void {
  prepared.set(child, child.prepare(getArgumentValues(field, node, variables)));
  for (const step of below) prepare(step, variables, prepared);
}

async function readRoot(
  step: ReadStep,
  ports: ReadPorts,
  prepared: ReadonlyMap<LevelReader, unknown>,
): Promise<Page<Row>> {
  if (step.below.length > 0) {
    const tree = await readTree(ports, step, prepared);
    if (tree) return tree;
  }
  const [page] = await fetchLevel(ports, step.child, [undefined], prepared.get(step.child));
  await readBelow(step, page?.items ?? [], ports, prepared);
  return page as Page<Row>;
}

async function readBelow(
  { below }: ReadStep,
  rows: readonly Row[],
  ports: ReadPorts,
  prepared: ReadonlyMap<LevelReader, unknown>,
): Promise<void> {
  if (rows.length === 0 || below.length === 0) return;
  await Promise.all(
    below.map(async (step, slot) => {
      const pages = await fetchLevel(ports, step.child, rows, prepared.get(step.child));
      for (const [index, [{ children }]] of rows.entries()) children[slot] = pages[index] as Page<Row>;
      const next = step.below.length > 0 ? pages.flatMap(({ items }) => items) : [];
      await readBelow(step, next, ports, prepared);
    }),
  );
}
