import { getArgumentValues, type FieldNode } from 'graphql';
import {
  LISTING_COLUMNS,
  type FeedColumn,
  type FeedRow,
  type FeedStore,
} from '../../../../core/feed/feed-store.ts';
import { readFacts } from '../../../../core/listings/facts/fact-words.ts';
import {
  FACT_NAMES,
  type FactName,
  type ListingFacts,
} from '../../../../core/listings/facts/listing-facts.ts';
import { cursorOf, endsOf, readFeed, type FeedPage } from '../../../../core/feed/read-feed.ts';
import { parseInput } from '../../../../core/use-case.ts';
import type { ShownPicture } from '../../../../core/pictures/picture.ts';
import { presentPicture } from '../../listings/present-listing.ts';
import { kindOf, toLinks } from '../../listings/present-publisher.ts';
import { argumentsOf } from '../selections.ts';
import type { ReadPorts } from './level-reader.ts';
import { compilePage, members, type Compilation, type Presenter } from './compile.ts';

export interface FeedPorts extends Pick<ReadPorts, 'clock'> {
  readonly feed: FeedStore;
}

const PLAIN: ReadonlySet<string> = new Set(
  LISTING_COLUMNS.filter((name) => name !== 'image' && name !== 'facts'),
);

/**
 * Compiles a selection of the feed: how its page is read, with the selected columns only, and shown. Throws UnsupportedSelection.
 */
export function compileFeed(compilation: Compilation, nodes: readonly FieldNode[]) {
  const columns: FeedColumn[] = [];
  const field = compilation.fieldOf('Query', 'feed');
  const node = argumentsOf(nodes[0] as FieldNode);
  return {
    prepare: (variables: Readonly<Record<string, unknown>>) => {
      const input = parseInput(readFeed.input, field && getArgumentValues(field, node, variables));
      return (ports: FeedPorts) => readFeed.execute(ports, input, columns);
    },
    present: compilePage<FeedPage, FeedRow>(compilation, nodes, {
      name: 'Feed',
      edgeName: 'Listing',
      compileNode: (fields) => listing(fields, compilation, columns),
      readCursor: () => cursorOf,
      readEnds: () => endsOf,
      // As JSON writes it.
      ownMember: (name) =>
        name === 'generatedAt' ? ({ generatedAt }) => generatedAt.toISOString() : undefined,
    }),
  };
}

function listing(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Presenter<FeedRow> {
  return members<FeedRow>(compilation, nodes, 'Listing', (name, fields) => {
    if (PLAIN.has(name)) return column(columns, name as FeedColumn);
    if (name === 'status') return () => 'PUBLISHED';
    if (name === 'image') {
      const read = column(columns, 'image');
      return (row) => read(row) || null;
    }
    if (name === 'picture') return picture(fields, compilation, columns);
    if (name === 'facts') {
      const read = column(columns, 'facts');
      const present = facts(fields, compilation);
      return (row, aliases) => present(readFacts(read(row)), aliases);
    }
    if (name !== 'publisher') return undefined;
    const readOwner = column(columns, 'publisherId');
    const read = publisher(fields, compilation, columns);
    return (row, aliases) => (readOwner(row) === null ? null : read(row, aliases));
  });
}

function picture(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Presenter<FeedRow> {
  const readId = column(columns, 'picture');
  const read = members<ShownPicture>(
    compilation,
    nodes,
    'ListingPicture',
    (name) => (shown) => shown[name as keyof ShownPicture],
  );
  return (row, aliases) => {
    const shown = presentPicture(readId(row) as string | null);
    return shown && read(shown, aliases);
  };
}

function facts(nodes: readonly FieldNode[], compilation: Compilation): Presenter<ListingFacts> {
  return members<ListingFacts>(compilation, nodes, 'ListingFacts', (name) =>
    FACT_NAMES.includes(name as FactName) ? (facts_) => facts_[name as FactName] : undefined,
  );
}

function publisher(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Presenter<FeedRow> {
  return members<FeedRow>(compilation, nodes, 'Publisher', (name, fields) => {
    if (name === 'id') return column(columns, 'publisherId');
    if (name === 'createdAt') return column(columns, 'publisherCreatedAt');
    if (name === 'name') return column(columns, 'publisherName');
    if (name === 'text') return column(columns, 'publisherText');
    if (name === 'links') {
      const read = column(columns, 'publisherLinks');
      return (row) => toLinks(read(row));
    }
    if (name === 'domain') return domain(fields, compilation, columns);
    if (name !== 'kind') return undefined;
    const read = column(columns, 'publisherNamespace');
    return (row) => kindOf(String(read(row)));
  });
}

function domain(
  nodes: readonly FieldNode[],
  compilation: Compilation,
  columns: FeedColumn[],
): Presenter<FeedRow> {
  const readName = column(columns, 'publisherDomain');
  const read = members<FeedRow>(compilation, nodes, 'ProvenDomain', (name) => {
    if (name === 'name') return readName;
    if (name === 'provenAt') return column(columns, 'publisherDomainProvenAt');
    return name === 'checkedAt' ? column(columns, 'publisherDomainCheckedAt') : undefined;
  });
  return (row, aliases) => (readName(row) === null ? null : read(row, aliases));
}

function column(columns: FeedColumn[], name: FeedColumn): (row: FeedRow) => unknown {
  const known = columns.indexOf(name);
  const index = known === -1 ? columns.push(name) - 1 : known;
  return (row) => row[index];
}
