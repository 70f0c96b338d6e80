import type { Server } from 'node:http';
import { pino, type Logger } from 'pino';
import { createMetricsServer } from './adapters/http/metrics/metrics-server.ts';
import { createHttpServer, type GatewayServer } from './adapters/http/server.ts';
import { createApp, type App } from './app/create-app.ts';
import { readConfig, type Config } from './config/config.ts';
import { releaseMemory, tuneMemory } from './app/start/memory.ts';
import { requireFreePorts } from './app/start/require-free-ports.ts';
import { reportUncaught } from './app/uncaught.ts';
import { runToEnd } from './runtime/run-to-end.ts';

/** How long load balancers may still send requests after SIGTERM, while /readyz answers 503. */
const DRAIN_MS = 2_000;
/** How long open requests may take after that. */
const FINISH_MS = 5_000;
/** When the process exits in any case. */
const STOP_WITHIN_MS = 9_500;

async function main(): Promise<void> {
  tuneMemory();
  const config = readConfig();
  const log = pino({ level: config.LOG_LEVEL });
  // Without a file there is nothing to read again, and a closed terminal ends the process.
  const hangUps = config.ENV_FILE === undefined ? undefined : takeHangUps();
  for (const warning of config.warnings) log.warn(warning);
  await requireFreePorts(config);
  const app = await createApp(config, log);
  reportUncaught(app.reportUncaught);
  const server = createHttpServer(app);
  // Before the warm-up: a full collection afterwards made each request cost a sixth more.
  releaseMemory();
  // Before the first request: loading blocks the event loop.
  await app.warmUp();
  await listen(server, config);
  await serveMetrics(app, config, log);
  server.on('error', (error) => log.warn({ err: error }, 'a connection could not be accepted'));
  announce(config, app);
  log.info({ port: config.PORT }, 'ready');
  hangUps?.answerBy(() => app.reload(readConfig));
  process
    .once('SIGTERM', () => stop(server, app, log, DRAIN_MS))
    .once('SIGINT', () => stop(server, app, log, 0));
}

/**
 * Takes each SIGHUP, which would end the process. The start may take minutes: a SIGHUP during it is answered when it is over.
 */
function takeHangUps(): { answerBy(reload: () => void): void } {
  let missed = false;
  let answer = () => {
    missed = true;
  };
  process.on('SIGHUP', () => answer());
  return {
    answerBy(reload) {
      answer = reload;
      if (missed) reload();
    },
  };
}

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`PORT ${PORT} is taken: set PORT to a free one.`) : error,
      );
    server.once('error', fail).listen(PORT, HOST || undefined, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

// The default of Prometheus exporters of OpenTelemetry.
const METRICS_PORT = 9464;

/** Serves the metrics on a port of their own. Another gateway of this machine may have the default port. */
async function serveMetrics({ metrics }: App, config: Config, log: Logger): Promise<void> {
  const port = config.METRICS_PORT ?? METRICS_PORT;
  const server = createMetricsServer(metrics);
  const failure = await new Promise<unknown>((resolve) => {
    server.once('error', resolve).listen(port, config.METRICS_HOST, () => resolve(undefined));
  });
  if (failure === undefined) return;
  const message = `METRICS_PORT ${port} of ${config.METRICS_HOST} cannot be used: set METRICS_PORT to a free one.`;
  if (config.METRICS_PORT !== undefined) throw new Error(message, { cause: failure });
  log.warn({ err: failure }, message);
}

const EXPLORERS = { sandbox: 'and Sandbox ', graphiql: 'and GraphiQL', off: '            ' };

function announce({ PUBLIC_URL, EXPLORER }: Config, { operatorTokenFile, embeddedChain }: App): void {
  process.stdout.write(`
  Site                 ${PUBLIC_URL}/
  GraphQL ${EXPLORERS[EXPLORER]} ${PUBLIC_URL}/graphql
  REST                 ${PUBLIC_URL}/api/v1/giveaways
  OpenAPI page         ${PUBLIC_URL}/docs
  Feed                 ${PUBLIC_URL}/feed.json
  Embedded chain       ${embeddedChain ? `${embeddedChain.url}, hub ${embeddedChain.hub}` : 'none'}
  Operator token       ${operatorTokenFile ?? 'configured by OPERATOR_TOKEN_HASH'}

`);
}

function stop(server: GatewayServer, app: App, log: Logger, drainMs: number): void {
  app.drain();
  server.endAfterResponses();
  log.info('stopping');
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  setTimeout(() => {
    server.closeWhenRead(() => {
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopped with an error');
          process.exit(1);
        },
      );
    });
    app.endWaits();
    setTimeout(() => server.closeAllConnections(), FINISH_MS).unref();
  }, drainMs);
}

runToEnd(main).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
