import {
  getArgumentValues,
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { cursorOf, endsOf, readFeed, type FeedPage } from '../../../core/feed/read-feed.ts';
import { LISTING_COLUMNS, type FeedColumn, type FeedRow } from '../../../core/feed/feed-store.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { nameFailure } from '../execute/plan-failures.ts';
import { kindOf } from '../listings/present-publisher.ts';
import {
  argumentsOf,
  collect,
  collectOf,
  fragmentsOf,
  fromKey,
  toKey,
  Unplanned,
  withoutLocations,
  type Fragments,
  type Key,
  type Names,
} from './selections.ts';

type Data = Record<string, unknown>;
type Read<Source> = (source: Source, names: Names) => unknown;

/** An operation of the public feed, compiled: one SQL statement for each field `feed`, and functions that shape its rows. */
export interface FeedPlan {
  readonly name: 'feed';
  /** Undefined when variables or arguments are invalid: the ordinary executor must answer. */
  execute(
    variables: Readonly<Data>,
    ports: Pick<GraphqlContext['ports'], 'clock' | 'digests' | 'feed'>,
    names: Names,
  ): Promise<Data> | undefined;
}

/**
 * Compiles an operation that only reads the feed; returns undefined for any other operation. The plan serves every document
 * that differs in `names` only.
 */
export function compileFeedPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  names: Names = [],
): FeedPlan | undefined {
  if (operation.operation !== OperationTypeNode.QUERY) return undefined;
  try {
    return compile(schema, document, operation, names);
  } catch (error) {
    if (error instanceof Unplanned) return undefined;
    throw error;
  }
}

interface Compilation {
  readonly fragments: Fragments;
  readonly names: Names;
}

interface Root {
  readonly key: Key;
  readonly node: FieldNode;
  readonly columns: readonly FeedColumn[];
  readonly shape: Read<FeedPage>;
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  names: Names,
): FeedPlan {
  const compilation = { fragments: fragmentsOf(document), names };
  const feedField = schema.getQueryType()?.getFields()['feed'];
  if (feedField === undefined || operation.directives?.length) throw new Unplanned();
  const roots: Root[] = [];
  for (const [key, nodes] of collect([operation.selectionSet], 'Query', compilation.fragments)) {
    const [node] = nodes;
    if (node === undefined || node.name.value !== 'feed') throw new Unplanned();
    const columns: FeedColumn[] = [];
    roots.push({
      key: toKey(key, names),
      node: argumentsOf(node),
      columns,
      shape: connection(nodes, compilation, columns),
    });
  }
  const definitions = withoutLocations(operation.variableDefinitions ?? []);

  return {
    name: 'feed',
    execute(variables, ports, aliases) {
      const { coerced } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
      if (coerced === undefined) return undefined;
      // Reads all arguments before the first query starts: a query that is not awaited would reject unhandled.
      const prepared: Data[] = [];
      try {
        for (const { node } of roots) prepared.push(getArgumentValues(feedField, node, coerced));
      } catch {
        return undefined;
      }
      const reads = roots.map(({ key, columns }, index) =>
        nameFailure(readFeed(ports, prepared[index], columns), fromKey(key, aliases)),
      );
      return Promise.all(reads).then((pages) =>
        Object.fromEntries(
          roots.map(({ key, shape }, index) => [
            fromKey(key, aliases),
            shape(pages[index] as FeedPage, aliases),
          ]),
        ),
      );
    },
  };
}

/** Compiles a selection set into a function that returns an object with a value for each response key. */
function shape<Source>(
  nodes: readonly FieldNode[],
  typeName: string,
  compilation: Compilation,
  readerOf: (name: string, nodes: readonly FieldNode[]) => Read<Source> | undefined,
): Read<Source> {
  const members: (readonly [Key, Read<Source>])[] = [];
  for (const [key, fields] of collectOf(nodes, typeName, compilation.fragments)) {
    const name = fields[0]?.name.value ?? '';
    const read = name === '__typename' ? () => typeName : readerOf(name, fields);
    if (read === undefined) throw new Unplanned();
    members.push([toKey(key, compilation.names), read]);
  }
  return (source, names) => {
    const result: Data = {};
    for (const [key, read] of members) result[fromKey(key, names)] = read(source, names);
    return result;
  };
}

function connection(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Read<FeedPage> {
  return shape<FeedPage>(nodes, 'FeedConnection', compilation, (name, fields) => {
    if (name === 'generatedAt') return ({ generatedAt }) => generatedAt.toISOString();
    if (name === 'nodes') {
      const read = listing(fields, compilation, columns);
      return ({ items }, names) => items.map((row) => read(row, names));
    }
    if (name === 'edges') {
      const read = edge(fields, compilation, columns);
      return (page, names) => page.items.map((row) => read({ page, row }, names));
    }
    if (name === 'pageInfo') {
      const read = shape<FeedPage>(fields, 'PageInfo', compilation, pageInfoReader);
      return read;
    }
    return undefined;
  });
}

function pageInfoReader(name: string): Read<FeedPage> | undefined {
  switch (name) {
    case 'hasNextPage':
      return ({ hasNextPage }) => hasNextPage;
    case 'hasPreviousPage':
      return ({ hasPreviousPage }) => hasPreviousPage;
    case 'startCursor':
      return (page) => endsOf(page).startCursor;
    case 'endCursor':
      return (page) => endsOf(page).endCursor;
    default:
      return undefined;
  }
}

interface Edge {
  readonly page: FeedPage;
  readonly row: FeedRow;
}

function edge(nodes: readonly FieldNode[], compilation: Compilation, columns: FeedColumn[]): Read<Edge> {
  return shape<Edge>(nodes, 'ListingEdge', compilation, (name, fields) => {
    if (name === 'cursor') return ({ page, row }) => cursorOf(page, row);
    if (name !== 'node') return undefined;
    const read = listing(fields, compilation, columns);
    return ({ row }, names) => read(row, names);
  });
}

const PLAIN: ReadonlySet<string> = new Set(LISTING_COLUMNS.filter((name) => name !== 'image'));

function listing(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Read<FeedRow> {
  return shape<FeedRow>(nodes, 'Listing', compilation, (name, fields) => {
    if (PLAIN.has(name)) return column(columns, name as FeedColumn);
    if (name === 'status') return () => 'PUBLISHED';
    if (name === 'image') {
      const read = column(columns, 'image');
      return (row, names) => read(row, names) || null;
    }
    if (name !== 'publisher') return undefined;
    const isOwned = column(columns, 'publisherId');
    const read = publisher(fields, compilation, columns);
    return (row, names) => (isOwned(row, names) === null ? null : read(row, names));
  });
}

function publisher(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Read<FeedRow> {
  return shape<FeedRow>(nodes, 'Publisher', compilation, (name) => {
    if (name === 'id') return column(columns, 'publisherId');
    if (name === 'createdAt') return column(columns, 'publisherCreatedAt');
    if (name !== 'kind') return undefined;
    const read = column(columns, 'publisherNamespace');
    return (row, names) => kindOf(String(read(row, names)));
  });
}

function column(columns: FeedColumn[], name: FeedColumn): Read<FeedRow> {
  const known = columns.indexOf(name);
  const index = known === -1 ? columns.push(name) - 1 : known;
  return (row) => row[index];
}
