import { openDatabase } from '../../adapters/postgres/connection/database.ts';
import { placeOfEmbedded } from './open-embedded.ts';

const FORGET = { name: '', text: 'delete from chain_cursor returning true' };

/**
 * Makes the next start of a gateway with this data folder read the whole chain again. Throws an Error while a gateway has the folder,
 * and when the database has no read model.
 */
export async function reindexEmbedded(dataDir: string): Promise<void> {
  const database = await openDatabase(await placeOfEmbedded(dataDir));
  try {
    const rows = await database.sql.query(FORGET, []);
    if (rows.length === 0) throw new Error('The next start reads the whole chain already.');
  } finally {
    await database.close();
  }
}
