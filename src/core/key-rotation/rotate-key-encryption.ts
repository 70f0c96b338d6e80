import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import type { KeySubject, KeyEncryption } from '../secrets/key-encryption.ts';
import type { SealedText } from '../secrets/sealing.ts';
import { defineUseCase } from '../use-case.ts';
import { contactContext, followUpContext, webhookContext } from '../secrets/sealing-contexts.ts';
import type { ContactStore } from '../contacts/contact-store.ts';
import type { FollowUpStore } from '../provisioning/follow-up-store.ts';
import type { WalletStore } from '../wallets/wallet-store.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';

const MAX_BATCH = 500;
const DEFAULT_BATCH = 200;
const sizeMessage = `must be a whole number from 1 to ${MAX_BATCH}.`;

/** The progress of a rotation. */
export interface KeyRotation {
  /** How many wallets and sealed texts this call moved to the current key. */
  readonly rewrapped: number;
  /** How many wallets and sealed texts still need an earlier key. */
  readonly remaining: number;
  /** The current key-encryption key. */
  readonly keyId: string;
}

/**
 * Rewraps a batch of data keys, of wallets first and then of sealed texts, with the current key-encryption key; to be
 * repeated until none remains. It can be interrupted at any moment and continued later: every data key is always wrapped
 * with either the earlier key or the current one.
 */
export const rotateKeyEncryption = defineUseCase({
  permission: 'operator',
  input: z.object({
    first: z
      .int(sizeMessage)
      .min(1, sizeMessage)
      .max(MAX_BATCH, sizeMessage)
      .nullish()
      .transform((first) => first ?? DEFAULT_BATCH),
  }),

  async execute(
    ports: {
      contacts: ContactStore;
      followUps: FollowUpStore;
      keyEncryption: KeyEncryption;
      wallets: WalletStore;
      webhooks: WebhookStore;
    } & Audited<{
      contacts: ContactStore;
      followUps: FollowUpStore;
      wallets: WalletStore;
      webhooks: WebhookStore;
    }>,
    operator,
    { first },
  ): Promise<KeyRotation> {
    const { currentId } = ports.keyEncryption;
    let remainingBatch = first;
    const take = async <Item>(find: (keyId: string, first: number) => Promise<Item[]>): Promise<Item[]> => {
      const found = remainingBatch > 0 ? await find(currentId, remainingBatch) : [];
      remainingBatch -= found.length;
      return found;
    };
    const wallets = await rewrapEach(
      ports,
      await take((...args) => ports.wallets.findOutdated(...args)),
      (wallet) => ({ sealed: wallet, subject: wallet }),
      ({ id: walletId, keyId: previousKeyId }, key) => ({ walletId, previousKeyId, ...key }),
    );
    const contacts = await rewrapEach(
      ports,
      await take((...args) => ports.contacts.findOutdated(...args)),
      (contact) => ({ sealed: contact.sealed, subject: { context: contactContext(contact) } }),
      ({ providerId, passportId }, key) => ({ providerId, passportId, ...key }),
    );
    const webhooks = await rewrapEach(
      ports,
      await take((...args) => ports.webhooks.findOutdated(...args)),
      (webhook) => ({ sealed: webhook.sealed, subject: { context: webhookContext(webhook.id) } }),
      ({ id: webhookId }, key) => ({ webhookId, ...key }),
    );
    const followUps = await rewrapEach(
      ports,
      await take((...args) => ports.followUps.findOutdated(...args)),
      ({ operationId, sealed }) => ({ sealed, subject: { context: followUpContext(operationId) } }),
      ({ operationId }, key) => ({ operationId, ...key }),
    );
    const rewrapped = await ports.transaction(async (stores) => {
      const counts = {
        wallets: await stores.wallets.rewrap(wallets),
        contacts: await stores.contacts.rewrap(contacts),
        webhooks: await stores.webhooks.rewrap(webhooks),
        // The audit log's name for follow-ups; entries with it exist already.
        errands: await stores.followUps.rewrap(followUps),
      };
      const facts = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      const sum = Object.values(facts).reduce((one, other) => one + other, 0);
      if (sum > 0) await record(ports, stores, operator, 'rotateKeyEncryption', currentId, facts);
      return sum;
    });
    const stores = [ports.wallets, ports.contacts, ports.webhooks, ports.followUps];
    let remaining = 0;
    for (const store of stores) remaining += await store.countOutdated(currentId);
    return { rewrapped, remaining, keyId: currentId };
  },
});

type Wrapped = Pick<SealedText, 'wrappedKey' | 'keyId'>;

/** Rewraps one key at a time, because key management services limit concurrent requests. */
async function rewrapEach<Item, Moved>(
  ports: { keyEncryption: KeyEncryption },
  items: readonly Item[],
  read: (item: Item) => { readonly sealed: Wrapped | null; readonly subject: KeySubject },
  move: (item: Item, key: Wrapped & { readonly previousWrappedKey: Uint8Array }) => Moved,
): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const item of items) {
    const { sealed, subject } = read(item);
    if (sealed === null) continue;
    const previousWrappedKey = sealed.wrappedKey;
    moved.push(move(item, { previousWrappedKey, ...(await rewrap(ports, sealed, subject)) }));
  }
  return moved;
}

async function rewrap(
  { keyEncryption }: { keyEncryption: KeyEncryption },
  { wrappedKey, keyId }: Wrapped,
  subject: KeySubject,
): Promise<Wrapped> {
  const dataKey = await keyEncryption.unwrap(wrappedKey, keyId, subject);
  try {
    return { keyId: keyEncryption.currentId, wrappedKey: await keyEncryption.wrap(dataKey, subject) };
  } finally {
    dataKey.fill(0);
  }
}
