import type { RequestHandler } from 'express';
import type { LazySite } from './load-site.ts';
import { ISOLATION } from './page-headers.ts';

/** `sandbox` is loaded from Apollo's server; `graphiql` is part of the site. */
export type ExplorerMode = 'sandbox' | 'graphiql';

const SANDBOX_SCRIPTS = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

/** The page at /graphql where a browser tries queries. Its CSP is wider than that of the site. */
export function createExplorer({
  site,
  mode,
}: {
  readonly site: LazySite;
  readonly mode: ExplorerMode;
}): RequestHandler {
  const policy = policyOf(mode);
  return async (_request, response) => {
    const page = pageOf(mode, await site.assets());
    response
      .set({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        ...ISOLATION,
        // Sandbox signs in to Apollo Studio in a window of its own.
        ...(mode === 'sandbox' && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
        vary: 'accept',
      })
      .send(page);
  };
}

/** The libraries of GraphiQL insert style elements; Sandbox also runs a script and a frame of Apollo's. */
function policyOf(mode: ExplorerMode): string {
  const [scripts, frames] = mode === 'sandbox' ? [` ${SANDBOX_SCRIPTS}`, SANDBOX_FRAME] : ['', "'none'"];
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${scripts}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Its addresses are relative, so that they also hold below the path of PUBLIC_URL. */
function pageOf(mode: ExplorerMode, assets: Readonly<Record<string, string>>): string {
  const asset = (name: string) => `.${assets[name] ?? ''}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>GraphQL explorer</title>
    <link rel="icon" type="image/svg+xml" href="${asset('icon')}">
    <link rel="stylesheet" href="${asset('explorer.css')}">
    <script type="module" src="${asset('explorer')}"></script>
  </head>
  <body>
    <main>
      <h1 class="hidden">GraphQL explorer</h1>
      <div id="explorer" data-mode="${mode}" data-sheet="${asset('graphiql.css')}">
        <p class="loading">The explorer is loading. It needs JavaScript; the schema is also at <a href="schema.graphql">schema.graphql</a>.</p>
      </div>
    </main>
  </body>
</html>
`;
}
