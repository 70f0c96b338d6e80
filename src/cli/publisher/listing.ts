import type { ListingFieldsFragment } from '../documents.ts';
import { toFields } from '../print.ts';
import { describeFacts } from './facts.ts';

/** The members of a listing that a publisher sends, with the command's option for each. */
export const DRAFT_OPTIONS = {
  sourceExternalId: ['--id <id>', 'your own stable ID of the giveaway (sourceExternalId)'],
  title: ['--title <text>', 'public title'],
  description: ['--description <text>', 'entry costs, eligibility, conditions'],
  landingUrl: ['--landing-url <url>', 'the page where people enter'],
  provider: ['--provider <name>', 'who runs the giveaway'],
  image: ['--image <url>', 'an image'],
  platform: ['--platform <name>', 'platform identifier'],
  worth: ['--worth <text>', 'worth, as it is shown'],
  instructions: ['--instructions <text>', 'how to enter'],
  endDate: ['--end-date <instant>', 'when it ends: YYYY-MM-DDTHH:MM:SSZ'],
} as const;
export type DraftMember = keyof typeof DRAFT_OPTIONS;
export const DRAFT_MEMBERS = Object.keys(DRAFT_OPTIONS) as DraftMember[];

/** The texts without which there is no listing, empty, so that the gateway says of each that it is required. */
export const REQUIRED_TEXTS = { sourceExternalId: '', title: '', description: '', landingUrl: '' };

/** An end as the API takes it, which shows it with milliseconds. */
export const toSentEnd = (end: string): string => end.replace(/\.000Z$/, 'Z');

/** A listing as text, in a few lines. */
export function describeListing(listing: ListingFieldsFragment): string {
  return toFields({
    Title: listing.title,
    ID: `${listing.sourceExternalId} (${listing.id})`,
    Provider: `${listing.provider}${listing.verified ? ' (verified)' : ''}`,
    Platform: listing.platform,
    Worth: listing.worth,
    Ends: listing.endDate ?? 'not known',
    ...describeFacts(listing),
    Page: listing.landingUrl,
    Status: `${listing.status.toLowerCase()}, updated ${listing.updatedAt}`,
    ...(listing.own?.hiddenReason != null && { 'Hidden by the operator': listing.own.hiddenReason }),
    ...(listing.own?.blockedReason != null && { 'Publisher blocked': listing.own.blockedReason }),
  });
}
