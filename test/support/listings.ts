import { randomUUID } from 'node:crypto';

/** A valid listing with a new ID and only the required fields; `fields` are added or replace them. */
export function draft(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    sourceExternalId: `id-${randomUUID()}`,
    title: 'A week by the sea',
    description: 'Two nights for two. No purchase necessary.',
    landingUrl: 'https://publisher.example.com/giveaways/sea',
    ...fields,
  };
}

/** The same listing under the field names of the legacy endpoint. */
export function legacyDraft(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    externalId: `id-${randomUUID()}`,
    title: 'A week by the sea',
    description: 'Two nights for two. No purchase necessary.',
    url: 'https://publisher.example.com/giveaways/sea',
    ...fields,
  };
}

/** An e-mail address that no other test uses. */
export function newEmail(): string {
  return `someone-${randomUUID()}@example.com`;
}
