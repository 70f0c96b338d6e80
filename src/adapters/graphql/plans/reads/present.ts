import type { DrawProof, Winner } from '../../giveaways/draw-types.ts';
import type { PlaceDraw } from '../../giveaways/place-types.ts';
import type { Entry } from '../../giveaways/entry-types.ts';
import type { Giveaway } from '../../giveaways/giveaway-types.ts';
import type { Passport } from '../../passports/passport-types.ts';
import type { PrizeDelivery } from '../../giveaways/delivery-types.ts';
import type { Receipt, Round } from '../../giveaways/round-types.ts';
import { reader, type CellReader, type Row, type LevelScope } from './level.ts';
import type { MappingName } from '../mappings/type-mapping.ts';
import { TYPE_MAPPINGS } from '../mappings/type-mappings.ts';

/** An object of the schema with the row that it was read from. The row has every column of its level. */
export interface ResolvedRow {
  readonly mapping: MappingName;
  readonly scope: LevelScope;
  readonly row: Row;
}

/** Objects that are read from the row of another object, by field name. */
interface SameRowObjects {
  readonly giveaway: Giveaway;
  readonly round: Round;
  readonly winner: Winner;
  readonly drawProof: DrawProof;
  readonly draw: PlaceDraw;
  readonly receipt: Receipt;
  readonly delivery: PrizeDelivery;
  readonly passport: Passport;
  readonly entry: Entry;
}

/** An object with all values of the mapping, and its row. A test checks that it has every field of the class in the schema. */
export function presentRow(mapping: MappingName, scope: LevelScope, row: Row): unknown {
  const object: Record<string, unknown> = { mapping, scope, row };
  for (const [name, read] of valuesOf(mapping, scope)) object[name] = read(row);
  return object;
}

/** An object that is read from the same row; null when it is missing. */
export function presentWithin<Name extends keyof SameRowObjects>(
  { mapping, scope, row }: ResolvedRow,
  name: Name,
): SameRowObjects[Name] | null {
  const field = TYPE_MAPPINGS[mapping].objects[name];
  if (field === undefined) throw new Error(`${mapping} has no object ${name}.`);
  if (field.unless !== undefined && reader(scope, field.unless)(row) === null) return null;
  const inner = { level: scope.level, isWinner: field.isWinner === true };
  // The mapping of a field has the values of its class.
  return presentRow(field.mapping, inner, row) as SameRowObjects[Name];
}

const compiled = new WeakMap<LevelScope['level'], Map<string, readonly (readonly [string, CellReader])[]>>();

function valuesOf(mapping: MappingName, scope: LevelScope): readonly (readonly [string, CellReader])[] {
  const ofLevel = compiled.get(scope.level) ?? new Map<string, readonly (readonly [string, CellReader])[]>();
  compiled.set(scope.level, ofLevel);
  const key = `${mapping}${scope.isWinner ? ' of the winner' : ''}`;
  let values = ofLevel.get(key);
  if (values === undefined) {
    const { values: makers } = TYPE_MAPPINGS[mapping];
    values = Object.entries(makers).map(
      ([name, createReader]) => [name, createReader((column) => reader(scope, column), scope)] as const,
    );
    ofLevel.set(key, values);
  }
  return values;
}
