import fc, { type GeneratorValue } from 'fast-check';
import {
  getNamedType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { Operation } from './feed-operations.ts';

/** Values for the arguments of public reads of the chain, valid and invalid. */
export interface KnownReads {
  readonly cursors: readonly string[];
  readonly giveaways: readonly string[];
  readonly rounds: readonly string[];
  readonly providerKeys: readonly string[];
  readonly owners: readonly string[];
}

const FILTERS = [
  {},
  { state: 'RUNNING' },
  { state: 'ENDED', endsAfter: '2026-01-01T00:00:00Z' },
  { search: 'summer' },
  { endsBefore: '2026-06-01T00:00:00Z' },
];
const ROOTS = ['giveaway', 'giveaways', 'round', 'passport', 'passports', 'drawProof', 'trackRecord'];
/** The position where `variantsOf` inserts the directive that only the full executor understands. */
const PLACE = '@@';
const MAX_DEPTH = 9;

/** Reads of the chain's read model in all their forms, generated from the schema: most are valid, some are not. */
export function readOperations(schema: GraphQLSchema, known: KnownReads): fc.Arbitrary<Operation> {
  return fc.gen().map((generate) => {
    const writer = createWriter(generate, known);
    const query = schema.getQueryType() as GraphQLObjectType;
    const count = generate(fc.nat, { max: 1 }) + 1;
    const roots = Array.from({ length: count }, (_, index) => {
      const name = generate(fc.constantFrom, ...ROOTS);
      const field = query.getFields()[name] as GraphQLField<unknown, unknown>;
      const alias = index > 0 || generate(fc.boolean) ? `root${index}: ` : '';
      return `${alias}${name}${writer.args(field)} ${index === 0 ? PLACE : ''} ${writer.selections(field, 1)}`;
    });
    const declared = writer.variables.map(({ type }, index) => `$v${index}: ${type}`);
    const head = declared.length > 0 ? `query (${declared.join(', ')})` : '';
    return {
      query: [`${head} { ${roots.join(' ')} }`, ...writer.fragments].join(' '),
      variables: Object.fromEntries(
        writer.variables.flatMap(({ value }, index) => (value === undefined ? [] : [[`v${index}`, value]])),
      ),
      operationName: undefined,
    };
  });
}

interface Variable {
  readonly type: string;
  readonly value: unknown;
}

function createWriter(generate: GeneratorValue, known: KnownReads) {
  const variables: Variable[] = [];
  const fragments: string[] = [];
  // The generator caches by its arguments, so it gets a number and never a part of the schema.
  const pick = <Item>(items: readonly Item[]) => items[generate(fc.nat, { max: items.length - 1 })] as Item;
  const chance = (outOf: number) => generate(fc.nat, { max: outOf - 1 }) === 0;

  function valueOf({ name }: GraphQLArgument, of: string): unknown {
    switch (name) {
      case 'first':
      case 'last':
        return chance(30)
          ? generate(fc.constantFrom, 0, 101, -1, 'x', null)
          : generate(fc.integer, { min: 1, max: 3 });
      case 'after':
      case 'before':
        return chance(30)
          ? generate(fc.constantFrom<unknown[]>, '', 'no cursor', 1, null)
          : generate(fc.constantFrom, ...known.cursors);
      case 'id':
        return chance(10)
          ? generate(fc.constantFrom, 'gwy_none', '', ...known.giveaways)
          : generate(fc.constantFrom, ...known[of === 'round' ? 'rounds' : 'giveaways']);
      case 'giveaway':
        return generate(fc.constantFrom, ...known.giveaways, 'gwy_none');
      case 'passportId':
        return chance(12)
          ? generate(fc.constantFrom<unknown[]>, 9_999, 0, -1, '1', 1.5)
          : generate(fc.integer, { min: 1, max: 4 });
      case 'provider':
      case 'providerKey':
        return generate(fc.constantFrom<unknown[]>, ...known.providerKeys, null, '0x1');
      case 'filter':
        return chance(15)
          ? generate(fc.constantFrom<unknown[]>, { state: 'NEVER' }, { endsAfter: 'soon' }, 1, null)
          : generate(fc.constantFrom<object[]>, ...FILTERS);
      case 'owner':
        return generate(fc.constantFrom<unknown[]>, ...known.owners, ...(chance(10) ? ['nobody'] : []));
      default:
        return chance(12)
          ? generate(fc.constantFrom<unknown[]>, 4, 2_147_483_647, -1, '0')
          : generate(fc.nat, { max: 3 });
    }
  }

  function args({ name: field, args: declared }: GraphQLField<unknown, unknown>): string {
    const written: string[] = [];
    const hasLast = declared.some(({ name }) => name === 'last') && chance(4);
    for (const argument of declared) {
      const { name, type } = argument;
      const isRequired = String(type).endsWith('!');
      const isWanted = isRequired || (name === (hasLast ? 'last' : 'first') && !chance(20)) || chance(15);
      if (!isWanted || (isRequired && chance(80))) continue;
      const value = valueOf(argument, field);
      // An object is written differently inside a document.
      if (name === 'filter' || chance(3)) {
        const index = variables.push({ type: String(type), value: chance(15) ? undefined : value }) - 1;
        written.push(`${name}: $v${index}`);
      } else {
        written.push(`${name}: ${JSON.stringify(value)}`);
      }
    }
    return written.length > 0 ? `(${written.join(', ')})` : '';
  }

  function selections(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    return isObjectType(type) ? `{ ${fieldsOf(type, depth)} }` : '';
  }

  function fieldsOf(type: GraphQLObjectType, depth: number): string {
    const all = Object.values(type.getFields());
    const leaves = all.filter((field) => !isObjectType(getNamedType(field.type)));
    const objects = all.filter(
      (field) => isObjectType(getNamedType(field.type)) && (field.name !== 'pageInfo' || chance(4)),
    );
    const parts: string[] = [];
    for (let count = generate(fc.nat, { max: 5 }); count >= 0 && leaves.length > 0; count -= 1)
      parts.push(leaf(pick(leaves)));
    if (depth < MAX_DEPTH && objects.length > 0) {
      const isConnection = type.name.endsWith('Connection') || type.name.endsWith('Edge');
      for (let count = isConnection || chance(2) ? 1 : generate(fc.nat, { max: 2 }); count > 0; count -= 1) {
        const field = pick(objects);
        const alias = chance(3) && field.args.length === 0 ? '' : `${field.name}${parts.length}: `;
        parts.push(`${alias}${field.name}${args(field)} ${selections(field, depth + 1)}`);
      }
    }
    if (parts.length === 0 || chance(8)) parts.push('__typename');
    return parts.map((part) => inFragment(part, type)).join(' ');
  }

  function leaf({ name }: GraphQLField<unknown, unknown>): string {
    return chance(20) ? `${generate(fc.constantFrom, 'a', 'b', 'constructor')}: ${name}` : name;
  }

  function inFragment(part: string, { name }: GraphQLObjectType): string {
    if (!chance(12)) return part;
    if (part === 'id' && chance(2)) return '... on Node { id }';
    if (chance(2)) return `... on ${name} { ${part} }`;
    const fragment = `F${fragments.length}`;
    fragments.push(`fragment ${fragment} on ${name} { ${part} }`);
    return `...${fragment} ...${fragment}`;
  }

  return { variables, fragments, args, selections };
}
