const page = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">${head}
  </head>
  <body>${body}
  </body>
</html>
`;

/** The page at /docs: Swagger UI, loaded from this service only. */
export const DOCS_HTML = page(
  'Giveaways: REST interface',
  `
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <script src="docs/swagger-ui-bundle.js" defer></script>
    <script type="module" src="docs/initializer.js"></script>`,
  `
    <div id="swagger-ui"></div>
    <noscript>This page needs JavaScript; the document itself is at <a href="openapi.json">openapi.json</a>.</noscript>`,
);

/** Starts Swagger UI without the validator badge; requests go to the origin of the page. */
export const DOCS_INITIALIZER = `const here = new URL('.', location.href).href.replace(/\\/$/, '');
const specification = await (await fetch('openapi.json')).json();
specification.servers = [{ url: here }];
const flow = specification.components.securitySchemes.serviceToken?.flows?.clientCredentials;
if (flow && flow.tokenUrl.endsWith('/oauth/token')) flow.tokenUrl = here + '/oauth/token';
SwaggerUIBundle({
  spec: specification,
  domNode: document.getElementById('swagger-ui'),
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
