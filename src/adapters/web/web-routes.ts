import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { ANONYMOUS, type Caller } from '../../core/access/callers.ts';
import { DomainError, isRetryable } from '../../core/errors.ts';
import { preferredEncoding, type Encoding } from '../../runtime/content-encoding.ts';
import { toUtf8 } from '../../runtime/utf8.ts';
import { FORM_LIMIT, keepForm, MULTIPART, parseForm, requireFormType, requireOwnOrigin } from './form.ts';
import { ownTables } from './exports/own-tables.ts';
import { createExportHandlers } from './exports/export-handlers.ts';
import { createLandingRoute, LANDING_PATH, type FollowLink } from './landing-route.ts';
import type { LazySite } from './load-site.ts';
import { MULTIPART_LIMIT, parseMultipart } from './multipart.ts';
import { keepingHeaders, pageHeaders } from './page-headers.ts';
import type { Run } from '../ports/ports.ts';
import type { PageQuery, PageQueryError, SiteRequest, SiteResponse } from '../ports/site.ts';

interface WebRoutesOptions {
  readonly site: LazySite;
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Answers a public page through the cache of public responses. */
  readonly servePublic: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Identifies the caller by the session cookie alone, acting for a publisher if one is named, and counts the request. */
  readonly admit: (
    request: IncomingMessage,
    response: ServerResponse,
    publisher: string | undefined,
  ) => Promise<Caller>;
  /** The same without counting the request again. */
  readonly identify: (request: IncomingMessage, publisher: string | undefined) => Promise<Caller>;
  readonly run: Run;
  readonly now: () => Date;
  readonly requestIdOf: (request: IncomingMessage) => string;
  /** Counts an anonymous request against the rate limit. */
  readonly countEach: RequestHandler;
  readonly followLink: FollowLink;
  readonly readBody: (request: IncomingMessage, response: ServerResponse, limit: number) => Promise<Buffer>;
  /** Reads a body with an image, few at once. */
  readonly readImage: <Result>(
    request: IncomingMessage,
    response: ServerResponse,
    user: string,
    limit: number,
    use: (body: Buffer) => Promise<Result>,
  ) => Promise<Result>;
  /** Stores the picture of an image for a caller, and returns its id. */
  readonly uploadPicture: (caller: Caller, image: Uint8Array) => Promise<string>;
  /** Asks the API as a caller; the function `setCookie` receives the cookies that the API sets. */
  readonly queryAs: (
    caller: Caller,
    request: IncomingMessage,
    setCookie: (cookie: string) => void,
  ) => PageQuery;
}

const YEAR_MS = 365 * 86_400_000;
/** The path of an asset below its folder, which has no folders. */
const ASSET = /^\/[\w.-]+$/;
/** The path of a style sheet: its name and the hash of its content. */
const SHEET = /^\/(\w+)-[\w-]{8}\.css$/;
/** What the build appends to the names of compressed files. */
const SUFFIX = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>;

/** Files for other computers; a browser opens none of them as a page of this site. */
const DOWNLOADS = [
  { name: 'giveaways.mjs', file: 'giveaways.mjs', type: 'text/javascript' },
  { name: 'verifier.html', file: 'verifier/index.html', type: 'text/html' },
] as const;

/**
 * The site: its assets, the command line and the verifier as downloads, and its pages. Public pages come from the public front; pages of a session
 * and forms are answered here, and never cached.
 */
export function createWebRoutes(options: WebRoutesOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use('/assets', serveAssets(options.site));
  for (const download of DOWNLOADS)
    router.get(`/downloads/${download.name}`, serveDownload(options.site, download));
  router.get(LANDING_PATH, options.countEach, createLandingRoute(options.followLink));
  const send = createExportHandlers(options);
  for (const table of ownTables(options.run, options.now))
    for (const format of table.formats) router.get(`/access/${table.name}.${format}`, send(table, format));
  router.use(servePages(options));
  return router;
}

function serveAssets(site: LazySite): RequestHandler {
  let assets: RequestHandler | undefined;
  return async (request, response, next) => {
    if (!ASSET.test(request.path)) return next();
    // The name of each file has a hash of its content; the build made the compressed forms.
    assets ??= expressStaticGzip(join(await site.folder(), 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { immutable: true, maxAge: YEAR_MS, redirect: false },
    }) as RequestHandler;
    setFlat(response, ['cross-origin-resource-policy', 'same-origin']);
    const present = await presentSheet(site, request.path);
    if (present !== undefined && present !== request.path) {
      request.url = present;
      response.setHeader('cache-control', 'no-store');
    }
    await assets(request, response, next);
  };
}

/** The style sheet of this release in place of that of another one, whose instance made the page during an upgrade. */
async function presentSheet(site: LazySite, path: string): Promise<string | undefined> {
  const [, name] = SHEET.exec(path) ?? [];
  return name === undefined ? undefined : (await site.assets())[`${name}.css`]?.replace('/assets', '');
}

function serveDownload(site: LazySite, { name, file, type }: (typeof DOWNLOADS)[number]): RequestHandler {
  return async (request, response) => {
    setFlat(response, pageHeaders({ fileName: name }));
    response.vary('accept-encoding').type(type);
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    if (encoding !== undefined) response.set('content-encoding', encoding);
    const root = dirname(await site.folder());
    response.sendFile(encoding ? `${file}${SUFFIX[encoding]}` : file, { root, maxAge: '5m' });
  };
}

function servePages(options: WebRoutesOptions): RequestHandler {
  const { site, publicUrl, servePublic, admit, queryAs, requestIdOf } = options;
  const { origin } = new URL(publicUrl);
  return async (request, response, next) => {
    const { method, originalUrl: target } = request;
    const loaded = await site.load();
    const acceptLanguage = request.headers['accept-language'];
    const found = loaded.find(target, acceptLanguage);
    if (found === undefined) return next();
    const isRead = method === 'GET' || method === 'HEAD';
    // The front declines a public page only before the site is loaded.
    if (isRead && found.isPublic && servePublic(request, response)) return;
    if (!isRead && !(method === 'POST' && found.takesForms)) {
      response.setHeader('allow', found.takesForms ? 'GET, HEAD, POST' : 'GET, HEAD');
      throw new DomainError('METHOD_NOT_ALLOWED', 'This page does not accept this method.');
    }
    if (!isRead) {
      requireOwnOrigin(request.headers, origin);
      requireFormType(request.headers, found.takesFiles);
    }
    const readForm = async (sender: Caller): Promise<SentForm> =>
      isRead
        ? { caller: sender, form: undefined, upload: undefined }
        : readFormOf(options, request, response, sender, found.publisher);
    const admitted = await admit(request, response, found.publisher).catch(async (error: unknown) => {
      // What was entered is shown again with the failure.
      if (error instanceof DomainError && isRetryable(error)) await readForm(ANONYMOUS);
      throw error;
    });
    const { caller, form, upload } = await readForm(admitted);
    const cookies: string[] = [];
    const reply = await loaded.respond({
      method: isRead ? 'GET' : 'POST',
      target,
      acceptLanguage,
      form,
      upload,
      now: new Date(),
      requestId: requestIdOf(request),
      account: caller.kind === 'account' ? caller.accountId : undefined,
      query: queryAs(caller, request, (cookie) => cookies.push(cookie)),
    });
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    send(request, response, reply);
  };
}

interface SentForm extends Pick<SiteRequest, 'form' | 'upload'> {
  /** Whose request it is when all of it has arrived. */
  readonly caller: Caller;
}

/** The form of a request; its image is stored for an account. */
async function readFormOf(
  { readBody, readImage, uploadPicture, identify }: WebRoutesOptions,
  request: IncomingMessage,
  response: ServerResponse,
  sender: Caller,
  publisher: string | undefined,
): Promise<SentForm> {
  const type = request.headers['content-type'] ?? '';
  if (!MULTIPART.test(type)) {
    const form = parseForm(await readBody(request, response, FORM_LIMIT));
    return { caller: sender, form: keepForm(request, form), upload: undefined };
  }
  const user = sender.kind === 'account' ? sender.namespace : 'nobody';
  return readImage(request, response, user, MULTIPART_LIMIT, async (body) => {
    const { fields, file } = await parseMultipart(body, type);
    const form = keepForm(request, fields);
    // An image takes minutes on a slow line: the session, or what it may act for, may have ended meanwhile.
    const caller = sender.kind === 'account' ? await identify(request, publisher) : sender;
    if (file === undefined || caller.kind !== 'account') return { caller, form, upload: undefined };
    const upload = await uploadPicture(caller, file).then((picture) => ({ picture }), toRefusal);
    return { caller, form, upload };
  });
}

/** A refusal of the API; another error is thrown. */
function toRefusal(error: unknown): { readonly error: PageQueryError } {
  if (!(error instanceof DomainError) || error.code === 'INTERNAL') throw error;
  const { message, code, reason, retryAfterSeconds } = error;
  return { error: { message, code, reason, retryAfterSeconds, fields: [{ field: 'picture', message }] } };
}

function send(request: Request, response: Response, reply: SiteResponse): void {
  setFlat(response, pageHeaders(reply));
  setFlat(response, keepingHeaders(reply));
  response.setHeader('content-type', reply.contentType);
  if (reply.location !== undefined) response.setHeader('location', reply.location);
  const body = toUtf8(reply.body);
  response.setHeader('content-length', body.length);
  response.writeHead(reply.status).end(request.method === 'HEAD' ? undefined : body);
}

function setFlat(response: Response, flat: readonly string[]): void {
  for (let at = 0; at < flat.length; at += 2) response.setHeader(flat[at] ?? '', flat[at + 1] ?? '');
}
