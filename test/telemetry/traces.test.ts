import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { startProviderChain, sendAs } from '../support/chain/provider-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { startHttpServer } from '../support/http/http-server.ts';

jest.setTimeout(240_000);

const PAST_TIME = 1_700_000_000;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const CREATE_WEBHOOK = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Json }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A server on loopback that takes everything, and stores it. */
interface Receiver<Received> {
  readonly url: string;
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

async function startReceiver<Received>(
  read: (path: string, headers: IncomingHttpHeaders, body: string) => readonly Received[],
): Promise<Receiver<Received>> {
  const received: Received[] = [];
  const { url, stop } = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(...read(request.url ?? '', request.headers, Buffer.concat(chunks).toString()));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    url,
    received,
    stop,
  };
}

const spansIn = (path: string, _headers: IncomingHttpHeaders, body: string): Span[] =>
  path === '/v1/traces'
    ? JSON.parse(body).resourceSpans.flatMap((resource: Json) =>
        resource.scopeSpans.flatMap((scope: Json) => scope.spans),
      )
    : [];

describe('traces', () => {
  const collector = sharedByTests(() => startReceiver(spansIn));
  const hooks = sharedByTests(() => startReceiver((_path, headers) => [headers]));
  const chain = sharedByTests(startProviderChain);
  const gateway = sharedByTests(() =>
    startGateway({
      ...chain.variables(),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'giveaways-test',
    }),
  );
  let secret: string;
  beforeAll(async () => {
    const enrolled = await chain.enroll(gateway);
    secret = enrolled.secret;
    const input = { provider: enrolled.provider.id, url: hooks.url };
    const { body } = await gateway.graphql(CREATE_WEBHOOK, { input }, gateway.operatorToken);
    expect(body.errors).toBeUndefined();
  });

  const named = (name: string, spans: readonly Span[] = collector.received) =>
    spans.filter((span) => span.name === name);
  const isNamed = (name: string | RegExp, span: Span) =>
    typeof name === 'string' ? span.name === name : name.test(span.name);
  const arrived = (name: string | RegExp, isIt: (span: Span) => boolean = () => true) =>
    eventually(
      async () => collector.received.find((span) => isNamed(name, span) && isIt(span)),
      (span) => span !== undefined,
      30_000,
    );
  const outcomeOf = (span: Span) => valueOf(span, 'giveaways.job.outcome')?.stringValue;
  const valueOf = ({ attributes }: Span, key: string) => attributes.find((each) => each.key === key)?.value;

  it('continue the trace of the caller, from the request through the use case to the statements', async () => {
    const key = await gateway.createKey();
    const response = await fetch(`${gateway.url}/api/v1/giveaways`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        traceparent: TRACEPARENT,
      },
      body: JSON.stringify(draft()),
    });
    expect(response.status).toBe(200);
    const isOfCaller = ({ traceId }: Span) => traceId === TRACE;
    const request = await arrived('POST /api/v1/giveaways', isOfCaller);
    expect(request?.parentSpanId).toBe(CALLER);
    expect(valueOf(request!, 'http.response.status_code')).toEqual({ intValue: 200 });
    const useCase = await arrived('use case giveaways:publish', isOfCaller);
    expect(useCase?.parentSpanId).toBe(request?.spanId);
    expect((await arrived('SQL put-listings', isOfCaller))?.parentSpanId).toBe(useCase?.spanId);
  });

  it('follow an operation through the outbox and the node to the webhook, and link it to its request', async () => {
    const giveaway = { giveawayId: 'traced', startTime: PAST_TIME, determinationType: 0 };
    const { status, body } = await sendAs(gateway, secret)('create-giveaway', giveaway);
    expect(status).toBe(200);
    const { id, transactionHash } = body.operation;

    const operation = await arrived(
      'operation create-giveaway',
      (span) => valueOf(span, 'giveaways.operation.id')?.stringValue === id,
    );
    const isOfOperation = ({ traceId }: Span) => traceId === operation?.traceId;
    for (const stage of ['reserve', 'sign', 'broadcast', 'mined'])
      expect((await arrived(`outbox ${stage}`, isOfOperation))?.parentSpanId).toBe(operation?.spanId);
    const broadcast = named('outbox broadcast').find(isOfOperation);
    expect(valueOf(broadcast!, 'giveaways.transaction.hashes')).toEqual({
      arrayValue: { values: [{ stringValue: transactionHash }] },
    });
    const sent = await arrived(/^RPC .*eth_sendRawTransaction/, isOfOperation);
    expect(sent?.parentSpanId).toBe(broadcast?.spanId);

    const [link] = operation?.links ?? [];
    const useCase = await arrived('use case create-giveaway', ({ traceId }) => traceId === link?.traceId);
    expect(link?.spanId).toBe(useCase?.spanId);
    expect(useCase?.links).toContainEqual(
      expect.objectContaining({ traceId: operation?.traceId, spanId: operation?.spanId }),
    );

    const call = await arrived('webhook POST', isOfOperation);
    const headers = await eventually(
      async () =>
        hooks.received.find(({ traceparent }) => String(traceparent).includes(call?.traceId ?? '-')),
      (found) => found !== undefined,
      30_000,
    );
    expect(headers?.['traceparent']).toBe(`00-${call?.traceId}-${call?.spanId}-01`);
  });

  it('have a job with its statements, in a trace of its own', async () => {
    const job = await arrived('job mark-ended', (span) => outcomeOf(span) === 'deferred');
    expect(job).toMatchObject({ spanId: expect.any(String) });
    expect(job?.parentSpanId ?? '').toBe('');
    const isOfJob = ({ traceId }: Span) => traceId === job?.traceId;
    expect((await arrived(/^SQL /, isOfJob))?.parentSpanId).toBe(job?.spanId);
  });

  it('have the statements of the ORM within the use case, by verb and table', async () => {
    const traceparent = `00-${TRACE.replace('0af', '0b0')}-${CALLER}-01`;
    const mutation = `mutation { createApiKey(input: { scopes: ["giveaways:publish"] }) { secret } }`;
    const session = await gateway.signIn();
    const { body } = await gateway.graphql(mutation, {}, session, { traceparent });
    expect(body.errors).toBeUndefined();
    const isOfCaller = ({ traceId }: Span) => traceparent.includes(traceId);
    const useCase = await arrived(/^use case /, isOfCaller);
    const statement = await arrived('SQL insert api_key', isOfCaller);
    expect(statement?.parentSpanId).toBe(useCase?.spanId);
  });

  it('have the statements of costly reads', async () => {
    const traceId = TRACE.replace('0af', '0c0');
    const headers = { traceparent: `00-${traceId}-${CALLER}-01` };
    const read = () => fetch(`${gateway.url}/feed.json?search=costly${Math.random()}`, { headers });
    // The thread starts with the first one, which it may take too long to answer.
    await eventually(read, ({ status }) => status === 200, 40_000);
    const statement = await arrived(/^SQL /, (span) => span.traceId === traceId);
    const parents = collector.received.filter(({ spanId }) => spanId === statement?.parentSpanId);
    expect(parents.map(({ name }) => name)).toEqual([
      process.env['DATABASE_URL'] === undefined ? 'GET /feed.json' : 'costly document',
    ]);
  });

  it('have neither the values of statements nor credentials', () => {
    expect(JSON.stringify(collector.received)).not.toMatch(/ggw_live|gop_|insert into|select \*|select "/i);
  });
});

describe('the share of recorded traces', () => {
  /** Sends requests whose callers record their traces; returns those that are recorded here. */
  async function recordedOf(variables: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
    const collector = await startReceiver(spansIn);
    const gateway = await startGateway({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables });
    for (let index = 0; index < REQUESTS; index += 1) {
      // An id that a decision by the id would choose at any share.
      const traceId = `${'0'.repeat(28)}${(0x1000 + index).toString(16)}`;
      const headers = { traceparent: `00-${traceId}-${CALLER}-01` };
      await fetch(`${gateway.url}/api/provider/integrations/errors`, { headers });
    }
    // Stopping sends what is recorded.
    await gateway.stop();
    await collector.stop();
    return new Set(
      collector.received.map(({ traceId }) => traceId).filter((id) => id.startsWith('0'.repeat(28))),
    );
  }
  const REQUESTS = 200;

  it('is not changed by callers who ask for recording', async () => {
    expect(await recordedOf({ OTEL_TRACES_SAMPLER_ARG: '0' })).toEqual(new Set());
    const { size } = await recordedOf({ OTEL_TRACES_SAMPLER_ARG: '0.5' });
    // Outside of these limits by chance once in ten million runs.
    expect(size).toBeGreaterThan(60);
    expect(size).toBeLessThan(140);
  });

  it('is theirs when callers are trusted', async () => {
    const trusting = { OTEL_TRACES_SAMPLER_ARG: '0', TRACES_TRUST_CALLERS: 'on' };
    expect((await recordedOf(trusting)).size).toBe(REQUESTS);
  });
});

describe('without an endpoint', () => {
  it('no trace is recorded', async () => {
    const collector = await startReceiver(spansIn);
    const gateway = await startGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_EXPORTER: 'none',
    });
    await gateway.rest('GET', '/api/provider/integrations/errors');
    await gateway.stop();
    await after(100);
    expect(collector.received).toEqual([]);
    await collector.stop();
  });

  it('no package of OpenTelemetry is loaded: one file imports them, and others only load that file when it is needed', () => {
    const files = globSync('src/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')] as const);
    const importing = (pattern: RegExp) =>
      files.filter(([, text]) => pattern.test(text)).map(([file]) => file);
    expect(importing(/from '@opentelemetry\//)).toEqual(['src/adapters/telemetry/otlp-tracer.ts']);
    expect(importing(/^import (?!type).*otlp-tracer\.ts'/m)).toEqual([]);
    expect(importing(/await import\('.*otlp-tracer\.ts'\)/)).toEqual(['src/app/serving/open-tracing.ts']);
  });
});
