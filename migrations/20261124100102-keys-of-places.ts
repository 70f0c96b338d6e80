import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Texts and images of further places are found by the key that their operation has in the hub. */
export class KeysOfPlaces20261124100102 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'chain_event_place_key',
      on: `chain_event ((args ->> 'opKey')) where name in ('PlaceMetadataSet', 'PlaceImageSet')`,
    },
  ];
}
