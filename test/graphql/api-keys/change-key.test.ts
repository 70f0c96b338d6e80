import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { auditLog, changeKey, createKey } from '../../support/gateway/operator.ts';
import type { Json } from '../../support/http/http.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { createProviderKey, removeMember } from '../../support/providers/providers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const status = async (secret: string) => (await gateway.publish(secret, draft())).status;
const errorOf = ({ body }: Json) => body.errors?.[0].extensions;

describe('a change of a key', () => {
  it('takes effect with the next request, with the same secret, and names old and new in the log', async () => {
    const { account, apiKey, secret } = await createProviderKey(gateway, ['giveaways:publish']);
    const scopes = ['provider:entries'];
    expect(await status(secret)).toBe(200);

    const { body } = await changeKey(gateway, account, apiKey.id, { name: 'New', scopes });

    expect(body.data.changeApiKey.apiKey).toMatchObject({ id: apiKey.id, name: 'New', scopes });
    expect(await status(secret)).toBe(403);
    await changeKey(gateway, account, apiKey.id, { scopes: ['giveaways:publish'] });
    expect(await status(secret)).toBe(200);
    const noted = (await auditLog(gateway)).filter(({ subject }) => subject === apiKey.id);
    expect(noted.map(({ action, facts }) => [action, facts.oldName, facts.oldScopes]).slice(0, 2)).toEqual([
      ['changeApiKey', undefined, scopes],
      ['changeApiKey', 'API key', ['giveaways:publish']],
    ]);
  });

  it('is taken once when many have the same expectation at once', async () => {
    const account = newEmail();
    const { apiKey } = await createKey(gateway, account, 'Old');
    const expected = { name: 'Old', scopes: ['giveaways:publish'] };
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((each) =>
        changeKey(gateway, account, apiKey.id, { name: `New ${each}`, expected }),
      ),
    );
    const refused = all.map(errorOf).filter(Boolean);
    expect(refused).toHaveLength(5);
    expect(new Set(refused.map(({ code, reason }) => `${code} ${reason}`))).toEqual(
      new Set(['INVALID_PAYLOAD KEY_CHANGED']),
    );
  });

  it('never gives back what the end of a membership takes at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { account, apiKey, provider } = await createProviderKey(gateway, ['giveaways:publish']);
      await Promise.all([
        changeKey(gateway, account, apiKey.id, { scopes: ['provider:entries', 'giveaways:publish'] }),
        removeMember(gateway, provider.id, account),
      ]);
      const [key] = await gateway.onDatabase((em) =>
        em.execute<Json[]>('select provider_id, scopes from api_key where id = ?', [apiKey.id]),
      );
      expect([key.provider_id, key.scopes]).toEqual([null, ['giveaways:publish']]);
    }
  });
});
