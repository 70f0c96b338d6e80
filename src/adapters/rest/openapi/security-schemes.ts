import type { JsonSchema } from './openapi.ts';

const TOKEN = 'An access token of a service client, with the audience service.giveaways.';

/** The ways to authenticate (interface 5.1); without the embedded issuer the service only accepts tokens of others. */
export function securitySchemes(issuer: string | undefined): Readonly<Record<string, JsonSchema>> {
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'ggw_live_…',
      description:
        'An API key, created in the API Access area. Provider endpoints need one of a provider with the scope named there.',
    },
    serviceToken:
      issuer === undefined
        ? { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN }
        : {
            type: 'oauth2',
            description: TOKEN,
            flows: {
              clientCredentials: {
                tokenUrl: `${issuer}/token`,
                scopes: { 'giveaways:publish': 'Publish, read and withdraw listings.' },
              },
            },
          },
    ...(issuer !== undefined && {
      serviceClient: {
        type: 'http',
        scheme: 'basic',
        description: 'The id and the secret of a service client.',
      },
    }),
  };
}
