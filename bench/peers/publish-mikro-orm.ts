import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql';
import { toColumns } from './publish/draft.ts';
import { servePublish } from './publish/express-app.ts';

const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'bench_key',
  properties: {
    id: p.text().primary(),
    hash: p.text(),
    publisherId: p.text(),
    scopes: p.array(),
    revokedAt: p.datetime().nullable(),
  },
});
const Publisher = defineEntity({
  name: 'Publisher',
  tableName: 'publisher',
  properties: { id: p.text().primary(), namespace: p.text() },
});
const Listing = defineEntity({
  name: 'Listing',
  tableName: 'listing',
  properties: {
    id: p.text().primary(),
    namespace: p.text(),
    publisher_id: p.text(),
    source_external_id: p.text(),
    title: p.text(),
    description: p.text(),
    landing_url: p.text(),
    provider: p.text(),
    image: p.text(),
    platform: p.text(),
    worth: p.text(),
    instructions: p.text(),
    end_date: p.datetime().nullable(),
    verified: p.boolean(),
    status: p.text(),
    created_at: p.datetime(),
    updated_at: p.datetime(),
    platform_key: p.text(),
    provider_key: p.text(),
    search: p.text().lazy(),
  },
  uniques: [{ properties: ['namespace', 'source_external_id'] }],
});

const orm = await MikroORM.init({
  entities: [ApiKey, Publisher, Listing],
  clientUrl: process.env['DATABASE_URL'] ?? '',
  driverOptions: { max: 8 },
});

servePublish(async (keyHash, draft) => {
  const em = orm.em.fork();
  const key = await em.findOne(ApiKey, { hash: keyHash, revokedAt: null });
  if (key === null || !key.scopes.includes('giveaways:publish')) return undefined;
  const publisher = await em.findOneOrFail(Publisher, key.publisherId);
  const now = new Date();
  return em.upsert(
    Listing,
    {
      ...toColumns(draft),
      namespace: publisher.namespace,
      publisher_id: publisher.id,
      verified: false,
      status: 'published',
      created_at: now,
      updated_at: now,
    },
    {
      onConflictFields: ['namespace', 'source_external_id'],
      onConflictExcludeFields: ['id', 'created_at'],
    },
  );
});
