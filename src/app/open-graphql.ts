import type { GraphQLSchema } from 'graphql';
import { SESSION_COOKIE } from '../adapters/auth/sessions.ts';
import { createSchema } from '../adapters/graphql/gateway/schema.ts';
import { createGraphqlServer } from '../adapters/graphql/gateway/server.ts';
import { createGraphqlTransport, type GraphqlTransport } from '../adapters/graphql/gateway/transport.ts';
import type { NotePlanFailure } from '../adapters/graphql/execute/plan-failures.ts';
import { mayChange } from '../adapters/http/cors.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import { openReadsThread } from './reads/open-reads-thread.ts';
import type { ReadsThread } from './reads/reads-thread.ts';
import type { Served } from './serving/served.ts';

/** The GraphQL server and its HTTP transport. */
export interface Graphql {
  readonly schema: GraphQLSchema;
  readonly transport: GraphqlTransport;
  /** Runs expensive reads; undefined where this thread runs them itself. */
  readonly readsThread: ReadsThread | undefined;
  stop(): Promise<void>;
}

export async function openGraphql(served: Served): Promise<Graphql> {
  const { config, log, metrics, cors, ports, run, networkOf, reportFailure } = served;
  const schema = createSchema();
  const notePlanFailure: NotePlanFailure = (plan, reason, error) => {
    metrics.countPlanFallback(plan, reason);
    log.debug({ err: error, plan, reason }, 'a compiled plan did not answer');
  };
  const readsThread = openReadsThread({ ...served, notePlanFailure });
  const server = await createGraphqlServer({
    schema,
    introspection: config.INTROSPECTION,
    failures: { reportFailure, notePlanFailure, noteErrors: metrics.countGraphqlErrors },
    logger: log,
    offload: readsThread?.executeGraphql,
    validateElsewhere: readsThread?.validate,
  });
  const transport = createGraphqlTransport({
    server,
    ports,
    run,
    requestIdOf,
    networkOf,
    mayChange: (request) => mayChange(cors, request),
    hasSession: ({ headers }) => headers.cookie?.includes(SESSION_COOKIE) === true,
    reportFailure,
  });
  return {
    schema,
    transport,
    readsThread,
    async stop() {
      await server.stop();
      await readsThread?.stop();
    },
  };
}
