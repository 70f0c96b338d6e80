import { describe, expect, it } from '@jest/globals';
import { revokeApiKey } from '../../../src/core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '../../../src/core/api-keys/rotate-api-key.ts';
import { hashSecret } from '../../../src/adapters/auth/secrets.ts';
import { errorOf } from '../support/ports.ts';
import { ann, bob, create, MOST, ports, useAccounts } from './accounts-with-keys.ts';

useAccounts();

const revoke = (id: string) => ports.run(ann, revokeApiKey, { id });
const rotate = (id: string) => ports.run(ann, rotateApiKey, { id });
const actions = () => ports.audit.entries.map(({ action }) => action);

describe('a repeated request', () => {
  const refused = (field: string) => ({
    code: 'INVALID_PAYLOAD',
    details: [expect.objectContaining({ path: [field] })],
  });
  const creation = { creationId: 'form 1', name: 'A server' };
  const rotateBy = (id: string, input: object) => ports.run(ann, rotateApiKey, { id, ...input });

  it('gets the key and the secret that it has created, and creates no second key', async () => {
    const first = await create(ann, creation);
    ports.clock.advance(300);
    expect(await create(ann, creation)).toEqual(first);
    expect(ports.apiKeys.kept(first.apiKey.id)?.hash).toBe(hashSecret(first.secret));
    expect(actions()).toHaveLength(1);
    const ofOther = await create(bob, creation);
    expect(ofOther.apiKey.accountId).toBe(bob.accountId);
    expect(ofOther.secret).not.toBe(first.secret);
  });

  it('gets them beside a hundred live keys too', async () => {
    const first = await create(ann, creation);
    for (let count = 1; count < MOST; count += 1) await create();
    expect(await create(ann, creation)).toEqual(first);
  });

  it('gets them when its end is counted from a later moment', async () => {
    const day = ports.clock.now().getTime() + 86_400_000;
    const first = await create(ann, { ...creation, expiresAt: new Date(day).toISOString() });
    const again = { ...creation, expiresAt: new Date(day + 250).toISOString() };
    expect(await create(ann, again)).toEqual(first);
    expect(await errorOf(create(ann, creation))).toMatchObject(refused('creationId'));
  });

  it('gets the secret that it has rotated to, and rotates once', async () => {
    const { apiKey } = await create();
    const input = { expectedStart: apiKey.start, rotationId: 'form 1' };
    ports.clock.advance(1);
    const first = await rotateBy(apiKey.id, input);
    ports.clock.advance(300);
    expect(await rotateBy(apiKey.id, input)).toEqual(first);
    expect(await rotateBy(apiKey.id, { rotationId: 'form 1' })).toEqual(first);
    expect(ports.apiKeys.kept(apiKey.id)?.hash).toBe(hashSecret(first.secret));
    expect(actions()).toHaveLength(2);
  });

  it('never makes a replaced secret valid again', async () => {
    const { apiKey } = await create();
    const first = await rotateBy(apiKey.id, { rotationId: 'form 1' });
    ports.clock.advance(1);
    const second = await rotateBy(apiKey.id, { rotationId: 'form 2' });
    ports.clock.advance(1);
    const third = await rotateBy(apiKey.id, { rotationId: 'form 1' });
    expect(new Set([first.secret, second.secret, third.secret]).size).toBe(3);
    expect(ports.apiKeys.kept(apiKey.id)?.hash).toBe(hashSecret(third.secret));
  });

  it.each<[string, (id: string) => unknown]>([
    ['more than ten minutes later', () => ports.clock.advance(601)],
    [
      'after a use of the secret',
      (id) => ports.apiKeys.noteUse(id, new Date(ports.clock.now().getTime() + 1)),
    ],
    ['after a rotation', (id) => rotate(id)],
    ['after the revocation', (id) => revoke(id)],
  ])('gets no secret %s', async (_when, happen) => {
    const { apiKey } = await create(ann, creation);
    await happen(apiKey.id);
    expect(await errorOf(create(ann, creation))).toMatchObject(refused('creationId'));
  });

  it('gets no secret with other values', async () => {
    await create(ann, creation);
    expect(await errorOf(create(ann, { ...creation, name: 'Another' }))).toMatchObject(refused('creationId'));
  });

  it('rotates once when it names the start of the present secret alone', async () => {
    const { apiKey } = await create();
    const input = { expectedStart: apiKey.start };
    const { secret } = await rotateBy(apiKey.id, input);
    expect(await errorOf(rotateBy(apiKey.id, input))).toMatchObject(refused('expectedStart'));
    const other = { ...input, rotationId: 'form 2' };
    expect(await errorOf(rotateBy(apiKey.id, other))).toMatchObject(refused('expectedStart'));
    expect(ports.apiKeys.kept(apiKey.id)?.hash).toBe(hashSecret(secret));
  });

  it('is a repetition although uses of the previous secret were noted by a clock that is ahead', async () => {
    const { apiKey } = await create();
    ports.apiKeys.noteUse(apiKey.id, new Date(ports.clock.now().getTime() + 2_000));
    const input = { expectedStart: apiKey.start, rotationId: 'form 1' };
    const first = await rotateBy(apiKey.id, input);
    expect(await rotateBy(apiKey.id, input)).toEqual(first);
  });
});
