import { beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { runWith } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let key: string;
beforeEach(async () => {
  key = await gateway.createKey();
});

const run = (...args: string[]) => runWith(gateway, key, ['publishers', ...args]);

describe('giveaways publishers', () => {
  it('set replaces the profile, which show then prints', async () => {
    const links = ['--link', 'https://publisher.example/', '--link', 'https://publisher.example/about'];
    const set = await run('set', '--name', 'Lantern Road', ...links, '--json');
    expect(set).toMatchObject({
      code: 0,
      json: { name: 'Lantern Road', text: null, links: [links[1], links[3]] },
    });

    const shown = await run('show');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/Name +Lantern Road\nText +none\nLinks +https:\S+ https:\S+\n/);
  });

  it('set refuses a link that is not https', async () => {
    const { code, json } = await run('set', '--link', 'http://publisher.example/', '--json');
    expect([code, json]).toEqual([1, expect.objectContaining({ error: expect.anything() })]);
  });
});
