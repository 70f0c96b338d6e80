import { pool } from '../connections/pool.ts';

interface PublisherRow {
  readonly id: string;
  readonly namespace: string;
  readonly createdAt: Date;
}

export interface Publisher {
  readonly id: string;
  readonly kind: 'ACCOUNT' | 'SERVICE_CLIENT';
  readonly createdAt: Date;
}

const STATEMENT = {
  name: 'publishers',
  text: 'select id, namespace, created_at as "createdAt" from publisher where id = any($1)',
};

/** The publishers of these ids, in the same order, in one statement. */
export async function readPublishers(ids: readonly string[]): Promise<(Publisher | null)[]> {
  const { rows } = await pool.query<PublisherRow>({ ...STATEMENT, values: [ids] });
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => toPublisher(found.get(id)));
}

function toPublisher(row: PublisherRow | undefined): Publisher | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    kind: row.namespace.startsWith('client:') ? 'SERVICE_CLIENT' : 'ACCOUNT',
    createdAt: row.createdAt,
  };
}
