import { describe, expect, it } from '@jest/globals';
import { deviceOf } from '../../src/adapters/auth/devices.ts';

const NAME = 'giveaways.device';
const VALUE = 'AAAAAAAAAAAAAAAAAAAA-_';
const from = (cookie?: string) => deviceOf(new Headers(cookie === undefined ? {} : { cookie }), NAME, false);

describe('the cookie of a device', () => {
  it('names the device from its second request on, whatever stands beside it', () => {
    const { hash, cookie } = from(`${NAME}=${VALUE}`);
    expect(cookie).toBe(`${NAME}=${VALUE}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax`);
    expect(from(`other=1; ${NAME}=${VALUE}; ${NAME}s=2`)).toEqual({ hash, cookie });
    expect(hash).not.toContain(VALUE);
  });

  it.each([
    undefined,
    '',
    'a',
    'a'.repeat(4_000),
    '../../etc/passwd......',
    '%0d%0aset-cookie:a',
    `${VALUE}a`,
  ])('is replaced by a random one when it is none of this service: %j', (value) => {
    const sent = value === undefined ? undefined : `${NAME}=${value}`;
    const [one, two] = [from(sent), from(sent)];
    expect(one.cookie).toMatch(/^giveaways\.device=[\w-]{22}; /);
    expect(one.hash).not.toBe(two.hash);
  });
});
