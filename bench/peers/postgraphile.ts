import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { listen } from './listen.ts';
import { pool } from './pool.ts';

// PostGraphile derives its schema from the views of the schema bench_peer (postgraphile.sql).
const preset = {
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['NodePlugin', 'PgRBACPlugin'],
  pgServices: [makePgService({ pool, schemas: ['bench_peer'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
listen(server);
