import type { CallerFor } from '../access/callers.ts';
import { DomainError } from '../errors.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { Provider, ProviderStore } from '../providers/provider-store.ts';
import { noProvider } from '../providers/provider-reference.ts';
import type { Webhook, WebhookDelivery } from './webhook.ts';

type Member = CallerFor<'providers'>;

/** The provider, for its members and the operator. Throws NOT_FOUND for everybody else, as if it did not exist. */
export async function requireOwnProvider(
  stores: { providers: ProviderStore },
  caller: Member,
  id: string,
): Promise<Provider> {
  const found = await findOwnProvider(stores, caller, id);
  if (found === undefined) throw noProvider();
  return found;
}

/** A webhook that the caller may see: its own, or of its provider. Throws NOT_FOUND. */
export async function requireWebhook(
  stores: { providers: ProviderStore; webhooks: WebhookStore },
  caller: Member,
  id: string,
): Promise<Webhook> {
  const found = await stores.webhooks.find(id);
  if (found && (await isVisible(stores, caller, found))) return found;
  throw new DomainError(
    'NOT_FOUND',
    'There is no webhook with this id that you may see: list your webhooks, or those of your provider, to find the right one.',
  );
}

/** A delivery to a webhook that the caller may see, with its webhook. Throws NOT_FOUND. */
export async function requireDelivery(
  stores: { providers: ProviderStore; webhooks: WebhookStore },
  caller: Member,
  id: string,
): Promise<{ readonly delivery: WebhookDelivery; readonly webhook: Webhook }> {
  const delivery = await stores.webhooks.findDelivery(id);
  const webhook = delivery && (await stores.webhooks.find(delivery.webhookId));
  if (webhook && (await isVisible(stores, caller, webhook))) return { delivery, webhook };
  throw noDelivery();
}

/** NOT_FOUND for a delivery that the caller may not see, or that does not exist. */
export function noDelivery(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'There is no delivery with this id that you may see: list the deliveries of your webhook to find the right one.',
  );
}

async function isVisible(
  stores: { providers: ProviderStore },
  caller: Member,
  { providerId, accountId }: Webhook,
): Promise<boolean> {
  if (providerId !== null) return (await findOwnProvider(stores, caller, providerId)) !== undefined;
  return caller.kind === 'operator' || caller.accountId === accountId;
}

function findOwnProvider({ providers }: { providers: ProviderStore }, caller: Member, id: string) {
  return caller.kind === 'operator' ? providers.find(id) : providers.findOfMember(id, caller.accountId);
}
