import type { CallerFor } from '../access/callers.ts';
import type { AuditEntry } from '../audit/audit-store.ts';
import { record, type Audited } from '../audit/record.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import { requireWebhook } from './require-webhook.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { Webhook } from './webhook.ts';

interface ChangedStores {
  readonly providers: ProviderStore;
  readonly webhooks: WebhookStore;
}

/** What a use case that changes a webhook needs. */
export type ChangesWebhook = Audited<ChangedStores>;

/**
 * Changes a webhook that the caller may see, together with the audit entry of the action. Where `change` resolves to undefined,
 * nothing has changed, and there is no entry.
 */
export function changeWebhook(
  ports: ChangesWebhook,
  caller: CallerFor<'providers'>,
  { id, action }: { readonly id: string; readonly action: string },
  change: (stores: ChangedStores, webhook: Webhook) => Promise<Webhook | undefined>,
): Promise<Webhook> {
  return ports.transaction(async (stores) => {
    const webhook = await requireWebhook(stores, caller, id);
    const changed = await change(stores, webhook);
    if (changed === undefined) return webhook;
    await record(ports, stores, caller, action, id, { ...ownerFacts(webhook), url: webhook.url });
    return changed;
  });
}

/** The owner of a webhook in audit entries. */
export function ownerFacts({ providerId, accountId }: Webhook): AuditEntry['facts'] {
  if (providerId !== null) return { provider: providerId };
  return accountId === null ? {} : { account: accountId };
}
