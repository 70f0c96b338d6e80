import {
  getArgumentValues,
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { cursorOf, endsOf, readFeed, type FeedPage } from '../../core/feed/feed.ts';
import type { FeedColumn, FeedRow } from '../../core/ports/feed-store.ts';
import type { GraphqlContext } from './context.ts';
import { locateFailure } from './plan-failures.ts';
import { kindOf } from './present.ts';
import { collect, collectOf, fragmentsOf, Unplanned, type Fragments } from './selections.ts';

type Data = Record<string, unknown>;
type Read<Source> = (source: Source) => unknown;

/** An operation of the public feed, compiled: one statement for each `feed`, and functions that shape its rows. */
export interface FeedPlan {
  readonly name: 'feed';
  /** Undefined when the ordinary executor must answer: wrong variables or arguments. */
  execute(variables: Readonly<Data>, ports: GraphqlContext['ports']): Promise<Data> | undefined;
}

/** Compiles an operation that only reads the feed; undefined for anything it does not know. */
export function compileFeedPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): FeedPlan | undefined {
  if (operation.operation !== OperationTypeNode.QUERY) return undefined;
  try {
    return compile(schema, document, operation);
  } catch (error) {
    if (error instanceof Unplanned) return undefined;
    throw error;
  }
}

interface Root {
  readonly key: string;
  readonly node: FieldNode;
  readonly columns: readonly FeedColumn[];
  readonly shape: Read<FeedPage>;
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): FeedPlan {
  const fragments = fragmentsOf(document);
  const feedField = schema.getQueryType()?.getFields()['feed'];
  if (feedField === undefined || operation.directives?.length) throw new Unplanned();
  const roots: Root[] = [];
  for (const [key, nodes] of collect([operation.selectionSet], 'Query', fragments)) {
    const [node] = nodes;
    if (node === undefined || node.name.value !== 'feed') throw new Unplanned();
    const columns: FeedColumn[] = [];
    roots.push({ key, node, columns, shape: connection(nodes, fragments, columns) });
  }
  const definitions = operation.variableDefinitions ?? [];

  return {
    name: 'feed',
    execute(variables, ports) {
      const { coerced } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
      if (coerced === undefined) return undefined;
      // All arguments before the first read: a read that nobody waits for would reject unhandled.
      const prepared: Data[] = [];
      try {
        for (const { node } of roots) prepared.push(getArgumentValues(feedField, node, coerced));
      } catch {
        return undefined;
      }
      const reads = roots.map(({ key, node, columns }, index) =>
        locateFailure(readFeed(ports, prepared[index], columns), key, node),
      );
      return Promise.all(reads).then((pages) =>
        Object.fromEntries(roots.map(({ key, shape }, index) => [key, shape(pages[index] as FeedPage)])),
      );
    },
  };
}

/** Shapes one object: a reader for each response key. */
function shape<Source>(
  nodes: readonly FieldNode[],
  typeName: string,
  fragments: Fragments,
  readerOf: (name: string, nodes: readonly FieldNode[]) => Read<Source> | undefined,
): Read<Source> {
  const members: (readonly [string, Read<Source>])[] = [];
  for (const [key, fields] of collectOf(nodes, typeName, fragments)) {
    const name = fields[0]?.name.value ?? '';
    const read = name === '__typename' ? () => typeName : readerOf(name, fields);
    if (read === undefined) throw new Unplanned();
    members.push([key, read]);
  }
  return (source) => {
    const result: Data = {};
    for (const [key, read] of members) result[key] = read(source);
    return result;
  };
}

function connection(
  nodes: readonly FieldNode[],
  fragments: Fragments,
  columns: FeedColumn[],
): Read<FeedPage> {
  return shape<FeedPage>(nodes, 'FeedConnection', fragments, (name, fields) => {
    if (name === 'generatedAt') return ({ generatedAt }) => generatedAt;
    if (name === 'edges') {
      const read = edge(fields, fragments, columns);
      return (page) => page.items.map((row) => read({ page, row }));
    }
    if (name === 'pageInfo') {
      const read = shape<FeedPage>(fields, 'PageInfo', fragments, pageInfoReader);
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

function edge(nodes: readonly FieldNode[], fragments: Fragments, columns: FeedColumn[]): Read<Edge> {
  return shape<Edge>(nodes, 'ListingEdge', fragments, (name, fields) => {
    if (name === 'cursor') return ({ page, row }) => cursorOf(page, row);
    if (name !== 'node') return undefined;
    const read = listing(fields, fragments, columns);
    return ({ row }) => read(row);
  });
}

const PLAIN: ReadonlySet<string> = new Set<FeedColumn>([
  'id',
  'sourceExternalId',
  'title',
  'description',
  'landingUrl',
  'provider',
  'platform',
  'worth',
  'instructions',
  'endDate',
  'verified',
  'createdAt',
  'updatedAt',
]);

function listing(nodes: readonly FieldNode[], fragments: Fragments, columns: FeedColumn[]): Read<FeedRow> {
  return shape<FeedRow>(nodes, 'Listing', fragments, (name, fields) => {
    if (PLAIN.has(name)) return column(columns, name as FeedColumn);
    if (name === 'status') return () => 'PUBLISHED';
    if (name === 'image') {
      const read = column(columns, 'image');
      return (row) => read(row) || null;
    }
    if (name !== 'publisher') return undefined;
    const isOwned = column(columns, 'publisherId');
    const read = publisher(fields, fragments, columns);
    return (row) => (isOwned(row) === null ? null : read(row));
  });
}

function publisher(nodes: readonly FieldNode[], fragments: Fragments, columns: FeedColumn[]): Read<FeedRow> {
  return shape<FeedRow>(nodes, 'Publisher', fragments, (name) => {
    if (name === 'id') return column(columns, 'publisherId');
    if (name === 'createdAt') return column(columns, 'publisherCreatedAt');
    if (name !== 'kind') return undefined;
    const read = column(columns, 'publisherNamespace');
    return (row) => kindOf(String(read(row)));
  });
}

function column(columns: FeedColumn[], name: FeedColumn): Read<FeedRow> {
  const known = columns.indexOf(name);
  const place = known === -1 ? columns.push(name) - 1 : known;
  return (row) => row[place];
}
