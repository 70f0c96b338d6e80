import type { CallerFor } from '../access/callers.ts';
import type { Credentials } from '../access/credentials.ts';
import { record, type Audited } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import { createdBefore, isRepeatable } from '../secrets/repeated-creation.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { webhookContext } from '../secrets/sealing-contexts.ts';
import { ownerFacts } from './change-webhook.ts';
import type { WebhookCalls } from './deliver/webhook-calls.ts';
import type { WebhookOwner, WebhookStore } from './webhook-store.ts';
import type { IssuedWebhook, Webhook, WebhookSecrets } from './webhook.ts';

interface IssuingStores {
  readonly providers: ProviderStore;
  readonly webhooks: WebhookStore;
}

/** What a use case that creates a webhook needs. */
export type IssuesWebhook = {
  credentials: Credentials;
  providers: ProviderStore;
  sealing: Sealing;
  webhookCalls: WebhookCalls;
} & Audited<IssuingStores>;

interface Issue {
  readonly action: string;
  readonly owner: WebhookOwner;
  readonly creationId: string | null;
  /** Locks the owner; the result is passed to `add`. Throws DomainError. */
  readonly lock: (stores: IssuingStores) => Promise<string>;
  /** Throws when the owner has the most webhooks. */
  readonly requireRoom: (count: number) => void;
  readonly add: (
    stores: IssuingStores,
    stored: WebhookSecrets & { readonly creationId: string | null },
    locked: string,
  ) => Promise<void>;
}

/**
 * Stores a new webhook and shows its signing secret once. A request that is repeated with its creation id gets the same webhook and
 * secret for some minutes, as long as the secret was not replaced.
 */
export async function issueWebhook(
  ports: IssuesWebhook,
  caller: CallerFor<'providers'>,
  webhook: Webhook,
  { action, owner, creationId, lock, requireRoom, add }: Issue,
): Promise<IssuedWebhook> {
  const fault = ports.webhookCalls.findFault(webhook.url);
  if (fault !== undefined) throw invalidPayload([{ path: ['url'], message: fault }]);
  const secret = ports.credentials.issueWebhookSecret();
  const sealed = await ports.sealing.seal(secret, webhookContext(webhook.id));
  const created = await ports.transaction(async (stores) => {
    const locked = await lock(stores);
    const earlier = creationId === null ? undefined : await stores.webhooks.findCreated(owner, creationId);
    if (earlier !== undefined) return earlier;
    requireRoom(await stores.webhooks.countOf(owner));
    await add(stores, { sealed, previousUntil: null, creationId }, locked);
    await record(ports, stores, caller, action, webhook.id, { ...ownerFacts(webhook), url: webhook.url });
    return undefined;
  });
  if (created === undefined) return { webhook, secret };
  if (!isRepetition(created.webhook, webhook)) throw createdBefore('webhook', 'Rotate it');
  const opened = await ports.sealing.open(created.secrets.sealed, webhookContext(created.webhook.id));
  return { webhook: created.webhook, secret: opened };
}

/** Whether the same request has created the webhook a few minutes ago, and its secret was not replaced. */
function isRepetition(created: Webhook, requested: Webhook): boolean {
  return (
    created.url === requested.url &&
    created.events.join(' ') === requested.events.join(' ') &&
    isSameFilter(created.filter, requested.filter) &&
    created.rotatedAt === null &&
    isRepeatable(created.createdAt, requested.createdAt)
  );
}

/** PostgreSQL changes the order of the members. */
function isSameFilter(one: Webhook['filter'], other: Webhook['filter']): boolean {
  const names = Object.keys({ ...one, ...other });
  const toText = (filter: Webhook['filter']) => JSON.stringify(filter, names);
  return toText(one) === toText(other);
}
