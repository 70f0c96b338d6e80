import express, { type RequestHandler, type Router } from 'express';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { DOCS_HTML, DOCS_INITIALIZER } from './pages.ts';

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const require = createRequire(import.meta.url);
const ASSET_FOLDER = dirname(require.resolve('swagger-ui-dist/package.json'));

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
}

/**
 * Routes of the OpenAPI document (/openapi.json and /openapi.yaml), of the GraphQL schema (/schema.graphql), and of Swagger UI
 * (/docs), which loads nothing from other sites.
 */
export function createDocsRoutes({ openApi, openApiYaml, schema }: ApiFiles): Router {
  const router = express.Router({ strict: true });
  for (const name of ASSETS) {
    router.get(`/docs/${name}`, (_request, response) =>
      response.sendFile(name, { root: ASSET_FOLDER, maxAge: '1h' }),
    );
  }
  return (
    router
      .get(
        '/docs',
        page('text/html', () => DOCS_HTML),
      )
      .get('/docs/', (_request, response) => response.redirect(308, '../docs'))
      .get(
        '/docs/initializer.js',
        page('text/javascript', () => DOCS_INITIALIZER),
      )
      .get(
        '/openapi.json',
        page('application/json', () => JSON.stringify(openApi)),
      )
      .get('/openapi.yaml', page('application/yaml', openApiYaml))
      // The media type of GraphQL documents has no registration; browsers show plain text.
      .get('/schema.graphql', page('text/plain', schema))
  );
}

function page(type: string, write: () => string): RequestHandler {
  let written: ReturnType<typeof withHeaders> | undefined;
  return (request, response) => {
    const { text, headers } = (written ??= withHeaders(type, write()));
    response.set(headers);
    if (request.headers['if-none-match']?.includes(headers.etag)) response.status(304).end();
    else response.send(text);
  };
}

function withHeaders(type: string, text: string) {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, max-age=300',
    etag: `"${createHash('sha1').update(text).digest('base64url')}"`,
  };
  return { text, headers };
}
