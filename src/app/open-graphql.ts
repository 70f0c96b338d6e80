import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { SESSION_COOKIE } from '../adapters/auth/sessions.ts';
import type { GraphqlPorts } from '../adapters/graphql/gateway/context.ts';
import { createSchema } from '../adapters/graphql/gateway/schema.ts';
import { createGraphqlServer } from '../adapters/graphql/gateway/server.ts';
import { createGraphqlTransport, type GraphqlTransport } from '../adapters/graphql/gateway/transport.ts';
import type { NotePlanFailure } from '../adapters/graphql/execute/plan-failures.ts';
import { clientNetwork } from '../adapters/http/client-network.ts';
import { mayChange, type Cors } from '../adapters/http/cors.ts';
import type { Metrics } from '../adapters/http/metrics/metrics.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import type { Config } from '../config/config.ts';
import type { Run } from '../adapters/ports/ports.ts';
import type { ReportFailure } from './failure-log.ts';
import { openReadsThread } from './reads/open-reads-thread.ts';
import type { ReadsThread } from './reads/reads-thread.ts';

interface GraphqlParts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly cors: Cors;
  readonly ports: GraphqlPorts;
  readonly run: Run;
  readonly reportFailure: ReportFailure;
}

/** The GraphQL server and its HTTP transport. */
export interface Graphql {
  readonly schema: GraphQLSchema;
  readonly transport: GraphqlTransport;
  /** Runs expensive reads; undefined where this thread runs them itself. */
  readonly readsThread: ReadsThread | undefined;
  stop(): Promise<void>;
}

export async function openGraphql(parts: GraphqlParts): Promise<Graphql> {
  const { config, log, metrics, cors, ports, run, reportFailure } = parts;
  const schema = createSchema();
  const notePlanFailure: NotePlanFailure = (plan, reason, error) => {
    metrics.countPlanFallback(plan, reason);
    log.debug({ err: error, plan, reason }, 'a compiled plan did not answer');
  };
  const readsThread = openReadsThread({ ...parts, notePlanFailure });
  const server = await createGraphqlServer({
    schema,
    introspection: config.INTROSPECTION,
    reportFailure,
    notePlanFailure,
    logger: log,
    offload: readsThread?.executeGraphql,
    validateElsewhere: readsThread?.validate,
  });
  const transport = createGraphqlTransport({
    server,
    ports,
    run,
    requestIdOf,
    networkOf: (request) => clientNetwork(request, config.TRUST_PROXY),
    mayChange: (request) => mayChange(cors, request),
    hasSession: ({ headers }) => headers.cookie?.includes(SESSION_COOKIE) === true,
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
