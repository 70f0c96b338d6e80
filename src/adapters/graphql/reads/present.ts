import { reader, type Read, type Row, type Scope } from './level.ts';
import type { ShapeName } from './shape.ts';
import { SHAPES } from './shapes.ts';

/** An object of the schema, and the row that it was read from; rows hold every column here. */
export interface Placed {
  readonly shape: ShapeName;
  readonly scope: Scope;
  readonly row: Row;
}

/** The values of an object, with its place. `Type` is the class of the schema for that shape. */
export function presentRow<Type>(shape: ShapeName, scope: Scope, row: Row): Type & Placed {
  const object: Record<string, unknown> = { shape, scope, row };
  for (const [name, read] of valuesOf(shape, scope)) object[name] = read(row);
  // The shape names the fields of its class; a test reads every field of the schema.
  return object as Type & Placed;
}

/** An object that stands in the same row; null where it is missing. */
export function presentWithin<Type>({ shape, scope, row }: Placed, name: string): (Type & Placed) | null {
  const field = SHAPES[shape].objects[name];
  if (field === undefined) throw new Error(`${shape} has no object ${name}.`);
  if (field.unless !== undefined && reader(scope, field.unless)(row) === null) return null;
  return presentRow<Type>(field.shape, { level: scope.level, isWinner: field.isWinner === true }, row);
}

const compiled = new WeakMap<Scope['level'], Map<string, readonly (readonly [string, Read])[]>>();

function valuesOf(shape: ShapeName, scope: Scope): readonly (readonly [string, Read])[] {
  const ofLevel = compiled.get(scope.level) ?? new Map<string, readonly (readonly [string, Read])[]>();
  compiled.set(scope.level, ofLevel);
  const key = `${shape}${scope.isWinner ? ' of the winner' : ''}`;
  let values = ofLevel.get(key);
  if (values === undefined) {
    const { values: makers } = SHAPES[shape];
    values = Object.entries(makers).map(
      ([name, make]) => [name, make((column) => reader(scope, column), scope)] as const,
    );
    ofLevel.set(key, values);
  }
  return values;
}
