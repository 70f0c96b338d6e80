import { describe, expect, it } from '@jest/globals';
import { createRouteFinder } from '../../src/adapters/ports/route.ts';
import { ROUTES, toPaths } from '../../src/adapters/rest/routes.ts';

const findRoute = createRouteFinder(ROUTES);
const PROVIDER = '/api/provider/integrations';
const key = `gwy_${'9c'.repeat(32)}`;

describe('the table of routes', () => {
  it.each([
    [
      '/graphql?query={feed{nodes{id}}}',
      { label: '/graphql', errors: 'graphql', cache: 'graphql', isShared: true },
    ],
    ['/graphql/more', { label: '/graphql', errors: 'graphql' }],
    ['/feed.json?first=2', { label: '/feed.json', errors: 'publisher', cache: 'target', isShared: true }],
    ['/api/v1/giveaways?sourceExternalId=a', { label: '/api/v1/giveaways', errors: 'publisher' }],
    ['/api/v2/giveaways', { label: 'other', errors: 'publisher' }],
    [`${PROVIDER}/issue-entries`, { label: PROVIDER, errors: 'provider' }],
    [`${PROVIDER}/operations/opn_1`, { label: PROVIDER, errors: 'provider' }],
    [`${PROVIDER}/nothing`, { label: PROVIDER, errors: 'provider' }],
    ['/oauth/token', { label: '/oauth', errors: 'publisher' }],
    ['/oauth/jwks', { label: '/oauth', errors: 'publisher' }],
    ['/beacon/public/latest', { label: '/beacon', isShared: true }],
    ['/chain/rpc', { label: '/chain/rpc', isShared: true }],
    [`/giveaways/${key}/rounds/0/proof.json`, { isShared: true }],
    ['/openapi.yaml', { label: '/openapi.yaml', isShared: true }],
    ['/docs/swagger-ui.css', { label: '/docs', errors: 'publisher' }],
    ['/assets/site.css', { label: '/assets', errors: 'publisher' }],
    ['/healthz', { label: '/healthz', isProbe: true }],
  ])('has a row for %s', (target, row) => {
    expect(findRoute(target)).toMatchObject(row);
  });

  it.each(['/', '/listings/lst_1', '/graphqlx', '/feedXjson', `/giveaways/${key}/rounds/0/1/proof.json`])(
    'has no row for %s, which is a page or nothing',
    (target) => {
      expect(findRoute(target)).toBeUndefined();
    },
  );

  it.each(ROUTES.filter(({ isShared }) => isShared).map(({ path }) => [path]))(
    'lets pages of every origin read %s, which needs no credential',
    (path) => {
      expect(path).not.toMatch(/^\/api\//);
    },
  );

  it('documents exactly the methods that its rows have', () => {
    const documented = Object.entries(toPaths({ issuesTokens: true })).map(
      ([path, item]) => `${path} ${Object.keys(item).join()}`,
    );
    expect(documented).toContain('/api/v1/giveaways post,get,delete');
    expect(documented).toContain(`${PROVIDER}/operations/{id} get`);
    expect(documented).not.toContainEqual(expect.stringContaining('*'));
    expect(Object.keys(toPaths({ issuesTokens: false }))).not.toContain('/oauth/token');
  });
});
