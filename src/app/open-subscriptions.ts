import type { GraphQLSchema } from 'graphql';
import type { IncomingMessage } from 'node:http';
import type { Authenticator } from '../adapters/auth/authenticator.ts';
import type { GraphqlPorts } from '../adapters/graphql/gateway/context.ts';
import { createContexts } from '../adapters/graphql/subscriptions/context.ts';
import {
  createSubscriptionGateway,
  type SubscriptionGateway,
} from '../adapters/graphql/subscriptions/socket.ts';
import { createProtocol } from '../adapters/graphql/subscriptions/protocol.ts';
import { clientNetwork } from '../adapters/http/client-network.ts';
import { mayChange, type Cors } from '../adapters/http/cors.ts';
import { findViolation } from '../adapters/http/guard.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import type { LiveUpdates } from '../adapters/ports/live-updates.ts';
import type { Config } from '../config/config.ts';
import { requireAllowance } from '../core/access/require-allowance.ts';
import type { Run } from '../adapters/ports/ports.ts';
import type { ReportFailure } from './failure-log.ts';

interface SubscriptionParts {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly ports: GraphqlPorts;
  readonly liveUpdates: LiveUpdates;
  readonly run: Run;
  readonly identify: Authenticator['identify'];
  readonly cors: Cors;
  readonly takeTurn: (request: IncomingMessage) => Promise<void> | undefined;
  readonly reportFailure: ReportFailure;
}

/** GraphQL subscriptions at /graphql, over WebSockets. */
export function openSubscriptions({
  config,
  schema,
  ports,
  liveUpdates,
  run,
  identify,
  cors,
  takeTurn,
  reportFailure,
}: SubscriptionParts): SubscriptionGateway & { upgrades(request: IncomingMessage): boolean } {
  const protocol = createProtocol({
    schema,
    createContext: createContexts(ports, liveUpdates, run),
    identify,
    rateLimits: ports.rateLimits,
    requestIdOf,
    reportFailure,
    limit: config.MAX_SUBSCRIPTIONS,
  });
  return {
    upgrades: (request) =>
      /^\/graphql(?:\?|$)/.test(request.url ?? '') &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      findViolation(request) === undefined,
    ...createSubscriptionGateway({
      protocol,
      count: async (network) =>
        requireAllowance(await ports.rateLimits.consume('request-by-network', network)),
      networkOf: (request) => clientNetwork(request, config.TRUST_PROXY),
      allowsPage: (request) => mayChange(cors, request),
      takeTurn,
      reportFailure: (error, request) => reportFailure(error, requestIdOf(request)),
    }),
  };
}
