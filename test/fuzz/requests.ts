import fc, { type GeneratorValue } from 'fast-check';
import {
  getNamedType,
  GraphQLBoolean,
  GraphQLNonNull,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { LONG_RUN, NUMBERS, TEXTS, ODD_TEXTS, SCALARS } from './values.ts';

/** A GraphQL request over HTTP, as JSON. */
export interface FuzzRequest {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: unknown;
  readonly extensions?: unknown;
}

const MAX_DEPTH = 5;
const FLAG = new GraphQLNonNull(GraphQLBoolean);
// signOut would end the session that later requests of the same caller need. takeSnapshot, which only the operator may call,
// copies all files of the embedded database each time, while its statements wait.
const LEFT_OUT = new Set(['signOut', 'takeSnapshot']);

/** Requests for this schema, half of them valid, the others with faults; `known` are ids that exist. */
export function fuzzRequests(schema: GraphQLSchema, known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  return fc.gen().map((gen) => new RequestWriter(schema, known, gen).write());
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly fallback: string | undefined;
}

/** Writes one request, with the variables and fragments of its document. */
class RequestWriter {
  private readonly variables: Variable[] = [];
  private readonly values: Record<string, unknown> = {};
  private readonly fragments: string[] = [];
  private readonly faulty: boolean;
  private names = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly known: readonly string[],
    private readonly gen: GeneratorValue,
  ) {
    this.faulty = this.chance(50);
  }

  write(): FuzzRequest {
    const kind = this.pick(['query', 'query', 'query', 'mutation', 'subscription'] as const);
    const root = {
      query: this.schema.getQueryType(),
      mutation: this.schema.getMutationType(),
      subscription: this.schema.getSubscriptionType(),
    }[kind] as GraphQLObjectType;
    const selection = this.selection(root, MAX_DEPTH);
    const name = this.chance(30) ? 'Fuzz' : '';
    const definitions = this.variables.map(
      ({ name, type, fallback }) => `$${name}: ${type}${fallback === undefined ? '' : ` = ${fallback}`}`,
    );
    const heading = `${kind} ${name}${definitions.length > 0 ? `(${definitions.join(' ')})` : ''}`;
    const query = this.mutilate([`${heading} ${selection}`, ...this.fragments].join('\n'));
    return {
      query,
      ...(!this.fault(5) && { variables: this.fault(2) ? this.json(2) : this.values }),
      ...(this.fault(5) && { operationName: this.pick(['Fuzz', 'Other', '', null, 7, LONG_RUN]) }),
      ...(this.fault(3) && { extensions: this.json(3) }),
    };
  }

  private selection(type: GraphQLCompositeType, depth: number): string {
    const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
    const candidates = fields.filter(
      ({ name, type }) => !LEFT_OUT.has(name) && (depth > 0 || isLeafType(getNamedType(type))),
    );
    const parts = Array.from({ length: this.number(1, 3) }, () =>
      candidates.length === 0 || this.chance(3) ? '__typename' : this.field(this.pick(candidates), depth),
    );
    if (this.fault(2)) parts.push('nothing(of: "this") { kind }');
    if (depth > 0 && this.chance(10)) parts.push(this.fragment(type, depth - 1));
    return `{ ${parts.join(' ')} }`;
  }

  private fragment(type: GraphQLCompositeType, depth: number): string {
    const target = isAbstractType(type) ? this.pick(this.schema.getPossibleTypes(type)) : type;
    if (this.chance(50)) return `... on ${target.name} ${this.directive()} ${this.selection(target, depth)}`;
    const name = `F${this.fragments.length}`;
    const index = this.fragments.push('') - 1;
    const cycle = this.fault(5) ? `... ${name}` : '';
    this.fragments[index] =
      `fragment ${name} on ${target.name} { ${cycle} ... ${this.selection(target, depth)} }`;
    return `...${name} ${this.chance(20) ? `...${name}` : ''}`;
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = this.alias(field);
    const givenArguments = field.args.filter((argument) => isNonNullType(argument.type) || this.chance(40));
    const list = givenArguments.map((argument) => `${argument.name}: ${this.argument(argument)}`);
    if (this.fault(1)) list.push('unknown: 1');
    const type = getNamedType(field.type);
    const isLeaf = isLeafType(type) !== this.fault(1);
    const inner = isLeaf ? '' : isLeafType(type) ? '{ id }' : this.selection(type, depth - 1);
    return `${alias}${field.name}${list.length > 0 ? `(${list.join(', ')})` : ''} ${this.directive()} ${inner}`;
  }

  // Fields with one name and different arguments cannot be merged.
  private alias(field: GraphQLField<unknown, unknown>): string {
    if (this.fault(20)) return `${this.pick(['a', 'b', 'toString', '__proto__'])}: `;
    return field.args.length > 0 || this.chance(15) ? `n${(this.names += 1)}: ` : '';
  }

  private argument({ type }: GraphQLArgument | GraphQLInputField): string {
    return this.chance(30) ? this.variable(type) : this.literal(type, 3);
  }

  private variable(type: GraphQLInputType): string {
    const name = `v${this.variables.length}`;
    const optional = String(type).replace(/!$/, '');
    const fallback = this.chance(30) ? this.literal(type, 2, true) : undefined;
    const fitting = fallback === undefined ? String(type) : optional;
    this.variables.push({
      name,
      type: this.fault(10)
        ? this.pick(['Int', '[String]', 'Missing', 'Listing', `${optional}!`, optional])
        : fitting,
      fallback,
    });
    // Null is a possible value of these variables, even where the document requires another.
    const isNull = this.chance(10) && (this.faulty || !fitting.endsWith('!'));
    if (fallback === undefined || this.chance(70)) this.values[name] = isNull ? null : this.value(type, 3);
    return `$${name}`;
  }

  /** A value as a GraphQL literal. */
  private literal(type: GraphQLInputType, depth: number, constant = false): string {
    if (this.fault(4))
      return this.pick(['null', '{}', '[]', '[[null]]', 'ENUM', '"""block"""', '$missing', ...NUMBERS]);
    if (isNonNullType(type)) return this.literal(type.ofType, depth, constant);
    if (isListType(type)) {
      return `[${this.several(() => (!constant && this.chance(5) ? this.variable(type.ofType) : this.literal(type.ofType, depth, constant))).join(' ')}]`;
    }
    if (isInputObjectType(type)) {
      const written = this.members(type, depth).map((field) => {
        if (field.name === 'wait') return 'wait: 0';
        const value = constant ? this.literal(field.type, depth - 1, true) : this.argument(field);
        return `${field.name}: ${value}`;
      });
      return `{ ${written.join(', ')} }`;
    }
    if (isEnumType(type)) return this.pick(type.getValues()).name;
    const value = this.scalar(type.name);
    return typeof value === 'number'
      ? this.fault(10)
        ? this.pick(NUMBERS)
        : String(value)
      : // The names of an object are no texts in GraphQL.
        JSON.stringify(value).replaceAll(/"(\w+)":/g, '$1:');
  }

  /** A value as JSON for the variables. */
  private value(type: GraphQLInputType, depth: number): unknown {
    if (this.fault(4)) return this.json(2);
    if (isNonNullType(type)) return this.value(type.ofType, depth);
    if (isListType(type)) return this.several(() => this.value(type.ofType, depth));
    if (isInputObjectType(type)) {
      const entries = this.members(type, depth).map(
        (field) => [field.name, field.name === 'wait' ? 0 : this.value(field.type, depth - 1)] as const,
      );
      return Object.fromEntries(this.fault(3) ? [...entries, ['extra', 1]] : entries);
    }
    if (isEnumType(type)) return this.pick(type.getValues()).name;
    return this.scalar(type.name);
  }

  private members(
    type: { getFields(): Record<string, GraphQLInputField> },
    depth: number,
  ): GraphQLInputField[] {
    return Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || field.name === 'wait' || (depth > 0 && this.chance(50)),
    );
  }

  private scalar(name: string): unknown {
    const values = SCALARS[name];
    if (values !== undefined && !this.fault(10)) return this.pick(values);
    if (values !== undefined) return this.chance(50) ? Number(this.pick(NUMBERS)) : this.pick(TEXTS);
    return this.chance(70) ? this.pick(this.known) : this.pick(this.faulty ? ODD_TEXTS : TEXTS);
  }

  private json(depth: number): unknown {
    const kind = this.number(0, depth > 0 ? 5 : 3);
    if (kind === 0) return null;
    if (kind === 1) return this.pick(TEXTS);
    if (kind === 2) return Number(this.pick(NUMBERS));
    if (kind === 3) return this.chance(50);
    if (kind === 4) return this.several(() => this.json(depth - 1));
    return Object.fromEntries(this.several(() => [this.pick(TEXTS), this.json(depth - 1)] as const));
  }

  private directive(): string {
    if (!this.chance(8)) return '';
    const name = this.fault(20) ? this.pick(['deprecated', 'missing']) : this.pick(['include', 'skip']);
    const flag = this.chance(30) ? this.variable(FLAG) : String(this.chance(50));
    return `@${name}(if: ${flag})`;
  }

  /** Removes, repeats or adds a few characters in some documents. */
  private mutilate(document: string): string {
    if (!this.fault(12)) return document;
    const at = this.number(0, document.length);
    const piece = this.pick([
      '{',
      '}',
      '"',
      '"""',
      '$',
      '#',
      '\\',
      '(',
      '…',
      '\u0000',
      ' '.repeat(500),
      '@include ',
    ]);
    return `${document.slice(0, at)}${piece}${document.slice(at + this.number(0, 3))}`;
  }

  private several<Item>(make: () => Item): Item[] {
    return Array.from({ length: this.pick([0, 1, 1, 2, 3, 40]) }, make);
  }

  private number(min: number, max: number): number {
    return this.gen(fc.integer, { min, max });
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[this.number(0, items.length - 1)] as Item;
  }

  private fault(percent: number): boolean {
    return this.faulty && this.chance(percent);
  }

  private chance(percent: number): boolean {
    return this.number(1, 100) <= percent;
  }
}
