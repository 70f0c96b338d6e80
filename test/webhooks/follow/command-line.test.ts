import { describe, expect, it } from '@jest/globals';
import { runWith } from '../../cli/run-cli.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

describe('giveaways webhooks', () => {
  it('follows a filter, shows the secret once and lists what is followed', async () => {
    const session = await gateway.signIn();
    const run = (...args: string[]) => runWith(gateway, session, ['webhooks', ...args]);
    expect((await run('followed')).stdout).toContain('You follow nothing.');
    const options = ['--search', 'chess', '--platform', 'steam', '--platform', 'itch', '--verified'];
    const { stdout: output } = await run('follow', '--receiver', 'https://hooks.example.com/', ...options);
    expect(output).toMatch(/whsec_/);
    expect(output).toContain('platforms: steam,itch; verified: true; search: chess');
    const listed = await run('followed');
    expect(listed.stdout).toContain('https://hooks.example.com/');
    expect(listed.stdout).not.toContain('whsec_');
    const [webhook] = (await run('followed', '--json')).json.webhooks;
    expect((await run('delete', webhook.id)).code).toBe(0);
    expect((await run('followed', '--json')).json.webhooks).toEqual([]);
  });

  it('refuses a filter that matches nothing, with what to change', async () => {
    const session = await gateway.signIn();
    const args = ['webhooks', 'follow', '--receiver', 'https://hooks.example.com/', '--search', '!'];
    const { code, stderr } = await runWith(gateway, session, args);
    expect(code).toBe(1);
    expect(stderr).toContain('contains no word');
  });
});
