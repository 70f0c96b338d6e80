import { createHash, randomBytes } from 'node:crypto';
import { searchVector } from './search-vector.ts';

const LIMITS = {
  sourceExternalId: 200,
  title: 160,
  description: 4_000,
  landingUrl: 2_048,
  provider: 120,
  image: 2_048,
  platform: 80,
  worth: 40,
  instructions: 4_000,
  endDate: 20,
} as const;
const DEFAULTS: Partial<Record<keyof typeof LIMITS, string>> = {
  provider: 'Independent publisher',
  image: '',
  platform: 'all',
  worth: 'N/A',
  instructions: "Open the publisher's entry page and follow the steps shown there.",
  endDate: '',
};

export type Draft = Record<keyof typeof LIMITS, string>;

/** Parses a listing as a small hand-written service would; undefined when it is invalid. */
export function readDraft(body: unknown): Draft | undefined {
  const given = (body ?? {}) as Record<string, unknown>;
  const draft: Record<string, string> = {};
  for (const [name, limit] of Object.entries(LIMITS)) {
    const value = given[name] ?? DEFAULTS[name as keyof typeof LIMITS];
    if (typeof value !== 'string' || value.length > limit) return undefined;
    draft[name] = value.trim();
  }
  if (!URL.canParse(draft['landingUrl'] ?? '')) return undefined;
  return draft as Draft;
}

/** The columns of a draft. */
export function toColumns(draft: Draft) {
  return {
    id: `lst_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`,
    source_external_id: draft.sourceExternalId,
    title: draft.title,
    description: draft.description,
    landing_url: draft.landingUrl,
    provider: draft.provider,
    image: draft.image,
    platform: draft.platform,
    worth: draft.worth,
    instructions: draft.instructions,
    end_date: draft.endDate === '' ? null : new Date(draft.endDate),
    platform_key: draft.platform.toLowerCase(),
    provider_key: draft.provider.toLowerCase(),
    search: searchVector(draft),
  };
}

/** The hash under which a key is stored. */
export function hashOf(authorization: string | undefined): string {
  return createHash('sha256')
    .update(authorization?.slice('Bearer '.length) ?? '')
    .digest('hex');
}

export interface Written {
  readonly id: string;
  readonly verified: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The response to a publisher. */
export function presentListing({ endDate, ...draft }: Draft, written: Written) {
  return {
    listing: {
      id: written.id,
      ...draft,
      endDate: endDate === '' ? 'N/A' : endDate,
      verified: written.verified,
      status: 'published',
      createdAt: written.created_at.toISOString(),
      updatedAt: written.updated_at.toISOString(),
    },
  };
}
