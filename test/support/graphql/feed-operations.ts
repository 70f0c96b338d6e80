import fc from 'fast-check';
import {
  feedArguments,
  literalOf,
  type Argument,
  type KnownValues,
  type Variable,
} from './feed-arguments.ts';

/** A GraphQL request. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

/** A directive without effect, and the marker of the position where it is inserted. */
const NO_OP = '@include(if: true)';
const PLACE = '@@';

/**
 * The operation twice: as the feed's plan compiles it, and with a directive that only the full executor understands. Both
 * have the same layout, so errors point to the same lines and columns.
 */
export function variantsOf(operation: Operation): { readonly plain: Operation; readonly full: Operation } {
  const write = (atFirst: string) => ({
    ...operation,
    query: operation.query.replace(PLACE, atFirst).replaceAll(PLACE, ''),
  });
  return { plain: write(' '.repeat(NO_OP.length)), full: write(NO_OP) };
}

/** Reads of the feed in all their forms: most are valid, some are not. */
export function feedOperations(known: KnownValues): fc.Arbitrary<Operation> {
  return fc
    .record({
      roots: fc.array(
        fc.oneof({ weight: 8, arbitrary: feedField(known) }, { weight: 1, arbitrary: otherField(known) }),
        {
          minLength: 0,
          maxLength: 2,
        },
      ),
      first: feedField(known),
      name: fc.constantFrom('', 'Feed', 'Q'),
      second: fc.boolean(),
      noise: fc.constantFrom('', '# a comment\n', '\uFEFF', ' ,, '),
    })
    .map(({ roots, first, name, second, noise }) => {
      const writer = createWriter();
      const aliased = roots.map((root, index) => ({ ...root, alias: root.alias ?? `root${index}` }));
      const selections = [{ ...first, directive: 'none' as const }, ...aliased].map((root) =>
        writer.write(root),
      );
      const declared = [...writer.variables].map(([variable, { type }]) => `$${variable}: ${type}`);
      const head =
        declared.length > 0 || name !== ''
          ? `query ${name} ${declared.length > 0 ? `(${declared.join(', ')})` : ''}`
          : '';
      const another = second && name !== '' ? ['query Another { __typename }'] : [];
      return {
        query: [noise, head, `{ ${selections.join(' ')} }`, ...writer.fragments, ...another].join(' '),
        variables: Object.fromEntries(
          [...writer.variables].flatMap(([variable, { value }]) =>
            value === undefined ? [] : [[variable, value]],
          ),
        ),
        operationName: another.length > 0 ? name : undefined,
      };
    });
}

interface Field {
  readonly kind: 'field';
  readonly name: string;
  readonly alias: string | undefined;
  readonly args: readonly Argument[];
  readonly directive: Directive;
  readonly selections: readonly Selection[] | undefined;
  readonly isRoot?: boolean;
}
interface Fragment {
  readonly kind: 'inline' | 'spread' | 'twice';
  readonly on: string;
  /** Whether an inline fragment omits its type. */
  readonly bare: boolean;
  readonly directive: Directive;
  readonly selections: readonly Selection[];
}
type Selection = Field | Fragment;
type Directive = 'none' | 'yes' | 'no' | 'skipped' | 'by variable' | 'by its default';

function createWriter() {
  const variables = new Map<string, Variable>();
  const fragments: string[] = [];
  const declare = (variable: Variable) => {
    const name = `v${variables.size}`;
    variables.set(name, variable);
    return `$${name}`;
  };
  const directive = (kind: Directive): string => {
    switch (kind) {
      case 'none':
        return '';
      case 'yes':
        return '@include(if: true)';
      case 'no':
        return '@include(if: false)';
      case 'skipped':
        return '@skip(if: true)';
      case 'by variable':
        return `@skip(if: ${declare({ type: 'Boolean!', value: false })})`;
      case 'by its default':
        return `@include(if: ${declare({ type: 'Boolean! = true', value: undefined })})`;
    }
  };
  const writeAll = (selections: readonly Selection[]) => `{ ${selections.map(write).join(' ')} }`;
  function write(selection: Selection): string {
    const condition = directive(selection.directive);
    if (selection.kind === 'field') {
      const { name, alias, args, selections, isRoot } = selection;
      const written = args.map(
        ({ name, literal, variable }) => `${name}: ${variable ? declare(variable) : literal}`,
      );
      return [
        alias === undefined ? name : `${alias}: ${name}`,
        written.length > 0 ? `(${written.join(', ')})` : '',
        isRoot ? PLACE : '',
        condition,
        selections ? writeAll(selections) : '',
      ].join(' ');
    }
    const { kind, on, bare, selections } = selection;
    if (kind === 'inline') return `... ${bare ? '' : `on ${on}`} ${condition} ${writeAll(selections)}`;
    const name = `F${fragments.length}`;
    const index = fragments.push('') - 1;
    fragments[index] = `fragment ${name} on ${on} ${writeAll(selections)}`;
    return `...${name} ${condition} ${kind === 'twice' ? `...${name}` : ''}`;
  }
  return { write, variables, fragments };
}

const directives: fc.Arbitrary<Directive> = fc.oneof(
  { weight: 120, arbitrary: fc.constant<Directive>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Directive>('yes', 'no', 'skipped', 'by variable', 'by its default'),
  },
);
const aliases = fc.oneof(
  { weight: 30, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'id', 'edges', '__proto__', 'constructor') },
);

function field(
  name: string,
  selections?: fc.Arbitrary<readonly Selection[]>,
  args = fc.constant<readonly Argument[]>([]),
) {
  return fc.record({
    kind: fc.constant('field' as const),
    name: fc.constant(name),
    alias: aliases,
    args,
    directive: directives,
    selections: selections ?? fc.constant(undefined),
  });
}

/** Selections of one type: its fields and fragments on it. */
function selectionsOf(
  type: string,
  fields: readonly fc.Arbitrary<Field>[],
  implemented: readonly fc.Arbitrary<Selection>[] = [],
): fc.Arbitrary<readonly Selection[]> {
  const fragment: fc.Arbitrary<Selection> = fc.record({
    kind: fc.constantFrom('inline' as const, 'spread' as const, 'twice' as const),
    on: fc.constant(type),
    bare: fc.boolean(),
    directive: directives,
    selections: fc.array(fc.oneof(...fields), { minLength: 1, maxLength: 4 }),
  });
  const selection = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...fields) },
    { weight: 1, arbitrary: fc.oneof(fragment, ...implemented) },
  );
  return fc.array(selection, { minLength: 1, maxLength: 5 });
}

const typename = field('__typename');
/** A fragment on the interface `Node`, which has only one field. */
const onNode: fc.Arbitrary<Selection> = fc.record({
  kind: fc.constantFrom('inline' as const, 'spread' as const),
  on: fc.constant('Node'),
  bare: fc.constant(false),
  directive: directives,
  selections: fc.array(fc.oneof(field('id'), typename), { minLength: 1, maxLength: 2 }),
});
const domain = selectionsOf('ProvenDomain', [field('name'), field('provenAt'), field('checkedAt'), typename]);
const publisher = selectionsOf(
  'Publisher',
  [field('id'), field('kind'), field('createdAt'), field('domain', domain), typename],
  [onNode],
);
const PICTURE_FIELDS = ['id', 'small', 'medium', 'large', 'width', 'height'];
const picture = selectionsOf('ListingPicture', [...PICTURE_FIELDS.map((name) => field(name)), typename]);
const facts = selectionsOf('ListingFacts', [
  ...['regions', 'minimumAge', 'prizes', 'kind', 'allocation'].map((name) => field(name)),
  typename,
]);
const LISTING_FIELDS = [
  'id',
  'sourceExternalId',
  'title',
  'description',
  'landingUrl',
  'provider',
  'image',
  'platform',
  'worth',
  'instructions',
  'endDate',
  'verified',
  'status',
  'createdAt',
  'updatedAt',
];
const listing = selectionsOf(
  'Listing',
  [
    ...LISTING_FIELDS.map((name) => field(name)),
    field('picture', picture),
    field('publisher', publisher),
    field('publisher', publisher),
    field('facts', facts),
    typename,
  ],
  [onNode],
);
const edges = selectionsOf('ListingEdge', [
  field('cursor'),
  field('node', listing),
  field('node', listing),
  typename,
]);
const pageInfo = selectionsOf('PageInfo', [
  field('hasNextPage'),
  field('hasPreviousPage'),
  field('startCursor'),
  field('endCursor'),
  typename,
]);
const connection = selectionsOf('FeedConnection', [
  field('edges', edges),
  field('edges', edges),
  field('edges', edges),
  field('nodes', listing),
  field('pageInfo', pageInfo),
  field('pageInfo', pageInfo),
  typename,
]);
const connectionWithCount = selectionsOf('FeedConnection', [
  field('edges', edges),
  field('totalCount'),
  field('pageInfo', pageInfo),
]);

function feedField(known: KnownValues): fc.Arbitrary<Field> {
  return fc
    .oneof({ weight: 5, arbitrary: connection }, { weight: 1, arbitrary: connectionWithCount })
    .chain((selections) =>
      field('feed', fc.constant(selections), feedArguments(known)).map((made) => ({ ...made, isRoot: true })),
    );
}

function otherField({ ids }: KnownValues): fc.Arbitrary<Field> {
  const id = fc
    .constantFrom(...ids, 'lst_none', '')
    .map((value) => [{ name: 'id', literal: literalOf(value), variable: undefined }]);
  return fc.oneof(
    typename,
    field('listing', listing, id),
    field('node', fc.array(onNode, { minLength: 1, maxLength: 2 }), id),
  );
}
