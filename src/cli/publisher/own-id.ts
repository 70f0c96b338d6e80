/** The argument that names one of the caller's listings. */
export const OWN_ID = [
  '<id>',
  'the listing, such as lst_…, or your own ID of the giveaway (sourceExternalId)',
] as const;

/** The listing that the argument names. */
export function toReference(id: string): { readonly id: string } | { readonly sourceExternalId: string } {
  return /^lst_[0-9a-f]{32}$/.test(id) ? { id } : { sourceExternalId: id };
}
