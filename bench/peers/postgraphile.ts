import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { listen } from './connections/listen.ts';
import { pool } from './connections/pool.ts';

// PostGraphile derives its schema from views: postgraphile.sql, postgraphile-giveaways.sql.
const schemas = [process.env['PEER_SCHEMA'] ?? 'bench_peer'];
const preset = {
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['NodePlugin', 'PgRBACPlugin'],
  pgServices: [makePgService({ pool, schemas })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
listen(server);
