import { describe, expect, it } from '@jest/globals';
import { addProvider, AT, later, sealedText, unique, type PortsUnderTest } from './ports-under-test.ts';

/** What use cases rely on of the stores of service clients and webhooks, whose secrets are shown once. */
export function describeIssuedSecretStores(open: () => PortsUnderTest): void {
  describe('the store of service clients', () => {
    it('finds live clients, and revokes them once', async () => {
      const client = {
        id: unique('svc'),
        name: 'A client',
        scopes: ['giveaways:publish'],
        createdAt: AT,
        revokedAt: null,
      };
      const { serviceClients } = open();
      const stored = { secretHash: 'hash', creationId: null };
      expect(await serviceClients.add(client, stored)).toBeUndefined();
      expect(await serviceClients.findLive(client.id)).toEqual({ ...client, secretHash: 'hash' });
      expect(await serviceClients.revoke(client.id, later(1))).toEqual({ ...client, revokedAt: later(1) });
      expect(await serviceClients.revoke(client.id, later(2))).toBeUndefined();
      expect(await serviceClients.findLive(client.id)).toBeUndefined();
    });

    it('gives a client the first namespace, also at once', async () => {
      const client = { id: unique('svc'), name: 'A client', scopes: [], createdAt: AT, revokedAt: null };
      const { serviceClients } = open();
      await serviceClients.add(client, { secretHash: 'hash', creationId: null });
      const settle = (namespace: string) => serviceClients.settleNamespace(client.id, namespace);
      const [first, other] = await Promise.all([settle('client:a#1'), settle('client:b#1')]);
      expect([other, await settle('client:c#1')]).toEqual([first, first]);
    });

    it('adds one client for one creation, also at once', async () => {
      const { serviceClients } = open();
      const creationId = unique('creation');
      const responses = await Promise.all(
        ['hash 1', 'hash 2'].map(async (secretHash) => {
          const client = { id: unique('svc'), name: 'A client', scopes: [], createdAt: AT, revokedAt: null };
          const created = await serviceClients.add(client, { secretHash, creationId });
          return { added: { ...client, secretHash }, created };
        }),
      );
      const [first, ...others] = responses.toSorted((one) => (one.created === undefined ? -1 : 1));
      expect(first?.created).toBeUndefined();
      for (const other of others) {
        expect(other.created).toEqual(first?.added);
        expect(await serviceClients.findLive(other.added.id)).toBeUndefined();
      }
    });
  });

  describe('the store of webhooks', () => {
    it('replaces secrets that nobody else has replaced', async () => {
      const { id: providerId, chainKey } = await addProvider(open());
      const webhook = {
        id: unique('whk'),
        providerId,
        accountId: null,
        filter: null,
        url: 'https://receiver.example/',
        events: ['round.closed'] as const,
        createdAt: AT,
        rotatedAt: null,
        disabledAt: null,
      };
      const [before, after] = [sealedText(), sealedText()].map((sealed) => ({ sealed, previousUntil: null }));
      const { webhooks } = open();
      const creationId = unique('creation');
      await webhooks.add(webhook, { ...before!, creationId }, chainKey);
      expect(await webhooks.find(webhook.id)).toEqual(webhook);
      expect(await webhooks.findCreated({ providerId }, creationId)).toEqual({ webhook, secrets: before });
      expect(await webhooks.findCreated({ providerId }, 'another')).toBeUndefined();
      expect(await webhooks.findCreated({ providerId: 'prv_none' }, creationId)).toBeUndefined();
      expect(await webhooks.countOf({ providerId })).toBe(1);
      expect(await webhooks.rotate(webhook.id, before!, after!, later(1))).toEqual({
        ...webhook,
        rotatedAt: later(1),
      });
      expect(await webhooks.rotate(webhook.id, before!, after!, later(2))).toBeUndefined();
      expect([await webhooks.remove(webhook), await webhooks.remove(webhook)]).toEqual([true, false]);
      expect(await webhooks.find(webhook.id)).toBeUndefined();
    });
  });
}
