import { Option } from 'commander';
import type { Options } from '../command.ts';

/** The argument that names one of the caller's listings. */
export const OWN_ID = [
  '<id>',
  'the listing, such as lst_…, or your own ID of the giveaway (sourceExternalId)',
] as const;

/** Makes the argument an own ID, whatever it looks like. */
export const IS_OWN_ID = new Option('--own-id', '<id> is your own ID, also when it looks like lst_…');

/** The listing that the argument names. */
export function toReference(
  { ownId }: Options,
  id: string,
): { readonly id: string } | { readonly sourceExternalId: string } {
  return ownId !== true && /^lst_[0-9a-f]{32}$/.test(id) ? { id } : { sourceExternalId: id };
}
