import { beforeEach, describe, expect, it } from '@jest/globals';
import { startNameServer } from '../support/dns/name-server.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { runWith } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const NAME = 'publisher.example';
const names = sharedByTests(startNameServer);
const gateway = sharedByTests(() => startGateway({ DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: names.address }));
let key: string;
beforeEach(async () => {
  names.zone.clear();
  key = await gateway.createKey();
});

const run = (...args: string[]) => runWith(gateway, key, ['publishers', 'domain', ...args]);

describe('giveaways publishers domain', () => {
  it('claims a domain, says what is missing, and is done once the record is there', async () => {
    expect(await run('show')).toMatchObject({ code: 1, stderr: expect.stringContaining('domain claim') });
    const claimed = await run('claim', NAME);
    expect(claimed.code).toBe(0);
    const [, proof = ''] = /Proof +(\S+)/.exec(claimed.stdout) ?? [];
    expect(claimed.stdout).toContain(`_giveaways.${NAME}`);

    names.zone.set(`_giveaways.${NAME}`, { TXT: ['something else'] });
    const failed = await run('check');
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/DNS had +OTHER_TEXT: something else\nFile had +NOT_FOUND: ENOTFOUND\n/);

    names.zone.set(`_giveaways.${NAME}`, { TXT: [proof] });
    expect(await run('check', '--json')).toMatchObject({
      code: 0,
      json: { state: 'PROVEN', provenBy: 'DNS' },
    });
    expect((await run('show')).stdout).toMatch(/State +PROVEN/);
    const profile = await runWith(gateway, key, ['publishers', 'show']);
    expect(profile.stdout).toMatch(/Domain +publisher\.example, proven since \d{4}/);

    expect(await run('remove', '--json')).toMatchObject({ code: 0, json: { removed: true } });
    expect((await run('remove')).stdout).toContain('There was no domain');
  });
});
