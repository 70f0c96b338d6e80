/** The columns of a draft that replace those of an older one. */
export const REPLACED = [
  'title',
  'description',
  'landing_url',
  'provider',
  'image',
  'platform',
  'worth',
  'instructions',
  'end_date',
  'platform_key',
  'provider_key',
  'search',
] as const;

/** Columns whose change removes the verification. */
export const VERIFIED = ['title', 'landing_url', 'provider'] as const;
