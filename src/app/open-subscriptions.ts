import type { GraphQLSchema } from 'graphql';
import type { IncomingMessage } from 'node:http';
import type { Authenticator } from '../adapters/auth/authenticator.ts';
import { createContexts } from '../adapters/graphql/subscriptions/context.ts';
import {
  createSubscriptionGateway,
  type SubscriptionGateway,
} from '../adapters/graphql/subscriptions/socket.ts';
import { createProtocol } from '../adapters/graphql/subscriptions/protocol.ts';
import { mayChange } from '../adapters/http/cors.ts';
import { findViolation } from '../adapters/http/guard.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import type { LiveUpdates } from '../adapters/ports/live-updates.ts';
import { requireAllowance } from '../core/access/require-allowance.ts';
import type { Served } from './serving/served.ts';

interface SubscriptionParts {
  readonly schema: GraphQLSchema;
  readonly liveUpdates: LiveUpdates;
  readonly identify: Authenticator['identify'];
}

/** GraphQL subscriptions at /graphql, over WebSockets. */
export function openSubscriptions(
  served: Served,
  { schema, liveUpdates, identify }: SubscriptionParts,
): SubscriptionGateway & { upgrades(request: IncomingMessage): boolean } {
  const { live, ports, run, cors, findRoute, networkOf, takeTurn, reportFailure } = served;
  const protocol = createProtocol({
    schema,
    createContext: createContexts(ports, liveUpdates, run),
    identify,
    rateLimits: ports.rateLimits,
    requestIdOf,
    reportFailure,
    limit: () => live.now().MAX_SUBSCRIPTIONS,
  });
  return {
    upgrades: (request) =>
      findRoute(request.url ?? '')?.cache === 'graphql' &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      findViolation(request) === undefined,
    ...createSubscriptionGateway({
      protocol,
      count: async (network) =>
        requireAllowance(await ports.rateLimits.consume('request-by-network', network)),
      networkOf,
      allowsPage: (request) => mayChange(cors, request),
      takeTurn,
      reportFailure: (error, request) => reportFailure(error, requestIdOf(request)),
    }),
  };
}
