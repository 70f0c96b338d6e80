export interface FeedArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly orderBy?: 'RECENTLY_UPDATED' | 'NEWEST' | 'ENDING_SOON' | null;
  readonly filter?: {
    readonly platforms?: readonly string[] | null;
    readonly providers?: readonly string[] | null;
    readonly verified?: boolean | null;
    readonly search?: string | null;
    readonly endsBefore?: Date | null;
    readonly endsAfter?: Date | null;
    readonly includeEnded?: boolean | null;
  } | null;
}

export const ORDERS = {
  RECENTLY_UPDATED: { column: 'updated_at', direction: 'desc', later: '<' },
  NEWEST: { column: 'created_at', direction: 'desc', later: '<' },
  ENDING_SOON: { column: 'ends_at', direction: 'asc', later: '>' },
} as const;

const COLUMNS = `id, source_external_id as "sourceExternalId", title, description, landing_url as "landingUrl",
  provider, image, platform, worth, instructions, end_date as "endDate", verified, created_at as "createdAt",
  updated_at as "updatedAt", publisher_id as "publisherId"`;

const names = new Map<string, string>();

/** The keyset statement for these arguments, prepared under one name per shape. */
export function feedStatement({ first, after, orderBy, filter }: FeedArguments): {
  name: string;
  text: string;
  values: unknown[];
} {
  const { column, direction, later } = ORDERS[orderBy ?? 'RECENTLY_UPDATED'];
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const where = [`status = 'published'`];
  if (!filter?.includeEnded) where.push(`ends_at > ${value(new Date())}`);
  if (filter?.platforms)
    where.push(`platform_key = any(${value(filter.platforms.map((name) => name.toLowerCase()))})`);
  if (filter?.providers)
    where.push(`provider_key = any(${value(filter.providers.map((name) => name.toLowerCase()))})`);
  if (filter?.verified != null) where.push(`verified = ${filter.verified}`);
  if (filter?.search) where.push(`search @@ plainto_tsquery('simple', ${value(filter.search)})`);
  if (filter?.endsBefore) where.push(`end_date < ${value(filter.endsBefore)}`);
  if (filter?.endsAfter) where.push(`end_date > ${value(filter.endsAfter)}`);
  if (after) {
    const [, key, id] = Buffer.from(after, 'base64url').toString('latin1').split('|');
    where.push(`(${column}, id) ${later} (${value(key)}, ${value(id)})`);
  }
  const text = `select ${COLUMNS} from listing where ${where.join(' and ')}
    order by ${column} ${direction}, id ${direction} limit ${value((first ?? 20) + 1)}`;
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `feed-${names.size}`));
  return { name, text, values };
}
