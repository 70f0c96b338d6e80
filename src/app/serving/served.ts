import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { GraphqlPorts } from '../../adapters/graphql/gateway/context.ts';
import { sessionCookieOf } from '../../adapters/auth/sessions.ts';
import { createAdmission, type Admission } from '../../adapters/http/admission.ts';
import { clientNetwork } from '../../adapters/http/client-network.ts';
import { createCommonHeaders } from '../../adapters/http/common-headers.ts';
import { createCors, type Cors } from '../../adapters/http/cors.ts';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { FindRoute } from '../../adapters/ports/route.ts';
import { createFailurePages } from '../../adapters/web/failure-pages.ts';
import type { LazySite } from '../../adapters/web/load-site.ts';
import type { Config } from '../../config/config.ts';
import type { Perform, Run } from '../../adapters/ports/ports.ts';
import { createPerform } from '../../core/operations/perform.ts';
import { createRun } from '../../core/use-case.ts';
import { createTurns } from '../../runtime/concurrency/turns.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import { createKnownCallers } from './known-callers.ts';
import { createImageReader } from './picture-files.ts';
import { Overload } from './overload.ts';
import { traceUseCases } from './trace-use-cases.ts';
import { createFailureLog, type ReportFailure } from '../failure-log.ts';
import { createRespondWithError, type RespondWithError } from '../respond-with-error.ts';

/** What exists before requests are served. */
interface Foundation {
  readonly config: Config;
  readonly live: LiveSettings;
  readonly log: Logger;
  readonly site: LazySite;
  readonly findRoute: FindRoute;
  readonly metrics: Metrics;
  readonly ports: GraphqlPorts;
}

/** What all parts that serve requests share. */
export interface Served extends Foundation {
  readonly run: Run;
  readonly perform: Perform;
  readonly cors: Cors;
  /** The headers of all responses as name, value, name, value. */
  readonly commonHeaders: readonly string[];
  readonly admission: Admission;
  /** The network by which a client is counted. */
  readonly networkOf: (request: IncomingMessage) => string;
  /**
   * Undefined when the request may be processed at once; else resolves when it may. A change goes before reads of the same network, and
   * requests of known callers do not wait for those of others.
   */
  readonly takeTurn: (request: IncomingMessage, isChange?: boolean) => Promise<void> | undefined;
  /** Why a read is refused now: those of its network wait for too long. */
  readonly findOverload: (request: IncomingMessage) => Overload | undefined;
  /** Takes the turn of a read. Throws Overload. */
  readonly takeReadTurn: (request: IncomingMessage) => Promise<void> | undefined;
  /** Receives images. */
  readonly readImage: ReturnType<typeof createImageReader>;
  readonly respondWithError: RespondWithError;
  readonly reportFailure: ReportFailure;
}

export function openServed(foundation: Foundation): Served {
  const { config, live, log, site, findRoute, metrics, ports } = foundation;
  const reportFailure = createFailureLog(log, (error) =>
    metrics.countShed(error instanceof Overload ? 'latency' : 'busy'),
  );
  const commonHeaders = createCommonHeaders(config);
  const turns = createTurns();
  const networkOf = (request: IncomingMessage) => clientNetwork(request, config.TRUST_PROXY);
  const known = createKnownCallers(sessionCookieOf(config.PUBLIC_URL));
  const findGroup = (request: IncomingMessage) => {
    const name = known.find(request.headers);
    return { groupOf: () => name ?? networkOf(request), isKnown: name !== undefined };
  };
  const takeTurn: Served['takeTurn'] = (request, isUrgent = false) => {
    const { groupOf, isKnown } = findGroup(request);
    return turns.take(groupOf, { isUrgent, isKnown });
  };
  const findOverload: Served['findOverload'] = (request) => {
    const { groupOf, isKnown } = findGroup(request);
    return turns.isLate(groupOf, isKnown) ? new Overload() : undefined;
  };
  return {
    ...foundation,
    ...traceUseCases(createRun(ports), createPerform(ports)),
    cors: createCors({
      origins: () => live.now().CORS_ORIGINS,
      trustsLocalhost: !config.production,
      findRoute,
    }),
    commonHeaders,
    admission: createAdmission(ports.rateLimits, config.TRUST_PROXY, known),
    networkOf,
    takeTurn,
    findOverload,
    readImage: createImageReader(),
    takeReadTurn(request) {
      const overload = findOverload(request);
      if (overload) throw overload;
      return takeTurn(request);
    },
    respondWithError: createRespondWithError(
      log,
      reportFailure,
      createFailurePages(site, commonHeaders),
      findRoute,
    ),
    reportFailure,
  };
}
