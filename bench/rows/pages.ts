import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sendRequest } from '../harness/load/load.ts';
import { BUILT } from '../harness/paths.ts';
import { recordResponse } from '../harness/requests/constant-response.ts';
import { toRequestBytes } from '../harness/requests/request.ts';
import { contestRow, type Row } from '../harness/row.ts';
import { peer, product } from '../harness/servers/contenders.ts';
import { startProduct } from '../harness/servers/product.ts';
import type { Server } from '../harness/servers/server.ts';
import type { SiteOptions } from '../../src/adapters/ports/site.ts';
import { toUtf8 } from '../../src/runtime/utf8.ts';
import { spreadOf } from '../harness/bars.ts';

const BARE = 'bare node:http';
const FEED = '/';
const request = toRequestBytes({ method: 'GET', path: FEED, headers: { accept: 'text/html' } });

/** The CPU time for which a page of the feed must be rendered, in microseconds. */
const RENDERED_WITHIN_MICROS = 250;
const PAGES = 2_000;

const cachedPage = contestRow({
  number: 17,
  title: 'the page of the feed: from the cache, and rendered',
  reference: BARE,
  async contenders() {
    const bytes = { ANSWER_FILE: await recordResponse([request, request, request]) };
    return [peer(BARE, 'bare-http', prepare, bytes), ...product(prepare)];
  },
  bars: [{ level: 'must', against: [BARE], atLeast: 0.8 }],
});

/** Repeats the GET of a cached page, then renders the same page again and again from its data. */
export const pages: Row = {
  ...cachedPage,
  async run(settings, log) {
    const { facts, table, remarks } = await cachedPage.run(settings, log);
    const rendering = await measureRendering(settings.rounds);
    const { cpuMicros, jsonMicros, bytes } = rendering;
    const isHeld = cpuMicros.median <= RENDERED_WITHIN_MICROS;
    const shown = [cpuMicros.min, cpuMicros.median, cpuMicros.max]
      .map((value) => value.toFixed(0))
      .join(' / ');
    return {
      facts: { ...facts, rendering: { ...rendering, mostMicros: RENDERED_WITHIN_MICROS, isHeld } },
      table,
      remarks: [
        ...remarks,
        `rendering ${bytes} bytes: ${shown} µs of CPU, ${(cpuMicros.median / jsonMicros.median).toFixed(2)} × JSON.stringify of its data`,
        `must ≤ ${RENDERED_WITHIN_MICROS} µs: ${isHeld ? 'held' : 'MISSED'}`,
      ],
    };
  },
};

async function prepare({ port }: Server) {
  // The first request loads the site, and the second one's response is cached.
  await sendRequest(port, request);
  await sendRequest(port, request);
  const { status, body } = await sendRequest(port, request);
  const listings = [...body.toString().matchAll(/href="(\/listings\/[^"]+)"/g)].map(([, path]) => path);
  if (status !== 200 || listings.length === 0) throw new Error(`No page of the feed (${status}).`);
  return { content: JSON.stringify(listings), next: () => request };
}

interface Site {
  respond(request: object): Promise<{ readonly status: number; readonly body: string }>;
}

/** Renders the page in this process from the product's recorded responses; beside it, writes these responses as JSON. */
async function measureRendering(rounds: number) {
  const { createSite } = (await import(pathToFileURL(join(BUILT, 'web', 'server.js')).href)) as {
    createSite: (options: SiteOptions) => Site;
  };
  const assets = JSON.parse(
    await readFile(join(BUILT, 'web', 'assets.json'), 'utf8'),
  ) as SiteOptions['assets'];
  const site = createSite({
    publicUrl: 'http://localhost:4000',
    hasChain: true,
    sendsMail: true,
    hasPasskeys: true,
    isForDevelopment: false,
    legalTexts: {},
    assets,
  });
  const responses = await recordResponses(site);
  const render = async () => {
    const { status, body } = await responseFrom(site, async (document) => responses.get(document));
    if (status !== 200) throw new Error(`The page has the status ${status}.`);
    return toUtf8(body);
  };
  const write = async () => Buffer.from(JSON.stringify([...responses.values()]));
  await microsOf(render);
  await microsOf(write);
  const measured: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round += 1)
    measured.push([await microsOf(render), await microsOf(write)]);
  return {
    bytes: (await render()).length,
    cpuMicros: spreadOf(measured.map(([micros]) => micros)),
    jsonMicros: spreadOf(measured.map(([, micros]) => micros)),
  };
}

type Query = (document: string, variables: unknown) => Promise<unknown>;

function responseFrom(site: Site, query: Query) {
  const own = async (document: string, variables: unknown) => ({
    data: await query(document, variables),
    errors: [],
    cacheable: 'feed',
  });
  return site.respond({
    method: 'GET',
    target: FEED,
    acceptLanguage: 'en',
    form: undefined,
    now: new Date(),
    query: own,
  });
}

async function recordResponses(site: Site): Promise<ReadonlyMap<string, unknown>> {
  const server = await startProduct();
  const responses = new Map<string, unknown>();
  try {
    await responseFrom(site, async (query, variables) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
      if (errors !== undefined) throw new Error(`The product refused: ${JSON.stringify(errors)}`);
      responses.set(query, data);
      return data;
    });
  } finally {
    await server.stop();
  }
  return responses;
}

/** The CPU time of this process for one call, in microseconds. */
async function microsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < PAGES; count += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / PAGES;
}
