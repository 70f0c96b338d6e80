import express, { type RequestHandler, type Router } from 'express';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compress, preferredEncoding, type Encoding } from '../../runtime/content-encoding.ts';
import { lazy } from '../../runtime/lazy.ts';
import { DOCS_HTML, DOCS_INITIALIZER } from './pages.ts';

// The page loads only from this service. Swagger UI sets inline styles and uses data: images.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files that describe the APIs; each text is written when it is first requested. */
interface ApiFiles {
  readonly openApi: object;
  readonly openApiYaml: () => string;
  readonly schema: () => string;
  /** Headers of all of them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The folder of Swagger UI; undefined where it is not installed, as in production. */
function findSwaggerUi(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  } catch {
    return undefined;
  }
}

/**
 * Routes of the OpenAPI document (/openapi.json and /openapi.yaml), of the GraphQL schema (/schema.graphql), and of Swagger UI
 * (/docs), which loads nothing from other sites. Without Swagger UI, /docs leads to the reference of the site.
 */
export function createDocsRoutes(
  { openApi, openApiYaml, schema, headers }: ApiFiles,
  swaggerUi = findSwaggerUi(),
): Router {
  const page = (type: string, write: () => string | Promise<string>) => createPage(type, headers, write);
  const router = express.Router({ strict: true });
  if (swaggerUi === undefined)
    router.get('/docs', (_request, response) => response.redirect('developers/rest'));
  else addSwaggerUi(router, swaggerUi, page);
  return (
    router
      .get('/docs/', (_request, response) => response.redirect(308, '../docs'))
      .get(
        '/openapi.json',
        page('application/json', () => JSON.stringify(openApi)),
      )
      .get('/openapi.yaml', page('application/yaml', openApiYaml))
      // The media type of GraphQL documents has no registration; browsers show plain text.
      .get('/schema.graphql', page('text/plain', schema))
  );
}

type WritePage = (type: string, write: () => string | Promise<string>) => RequestHandler;

function addSwaggerUi(router: Router, folder: string, page: WritePage): void {
  const asset = (name: string) => () => readFile(join(folder, name), 'utf8');
  router
    .get('/docs/favicon-32x32.png', (_request, response) =>
      response.sendFile('favicon-32x32.png', { root: folder, maxAge: '1h' }),
    )
    .get(
      '/docs',
      page('text/html', () => DOCS_HTML),
    )
    .get('/docs/swagger-ui.css', page('text/css', asset('swagger-ui.css')))
    .get('/docs/swagger-ui-bundle.js', page('text/javascript', asset('swagger-ui-bundle.js')))
    .get(
      '/docs/initializer.js',
      page('text/javascript', () => DOCS_INITIALIZER),
    );
}

/** A text that stays the same until the process ends: written, and compressed, once it is requested. */
function createPage(
  type: string,
  further: Readonly<Record<string, string>>,
  write: () => string | Promise<string>,
): RequestHandler {
  const load = lazy(async () => {
    const text = await write();
    const headers = {
      ...further,
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=300',
      etag: `W/"${hash('sha1', text, 'base64url')}"`,
    };
    const compressed = {
      br: lazy(() => compress('br', text, 'good')),
      gzip: lazy(() => compress('gzip', text, 'good')),
    } satisfies Record<Encoding, unknown>;
    return { text, headers, compressed };
  });
  return async (request, response) => {
    const { text, headers, compressed } = await load();
    response.vary('accept-encoding').set(headers);
    if (request.headers['if-none-match']?.includes(headers.etag)) return void response.status(304).end();
    const encoding = preferredEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return void response.send(text);
    response.set('content-encoding', encoding).send(await compressed[encoding]());
  };
}
