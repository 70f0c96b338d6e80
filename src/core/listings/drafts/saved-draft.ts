import { z } from 'zod';
import { DomainError } from '../../errors.ts';
import { LISTING_TEXTS, type ListingText } from '../listing-draft.ts';

/** The most drafts that an account keeps. */
export const MAX_DRAFTS = 50;
/** The days after which a draft that was not saved again is deleted. */
export const DRAFT_DAYS = 90;
/** The most bytes of the texts of a draft, in UTF-8. */
export const MAX_DRAFT_BYTES = 49_152;

const FACT_TEXTS = ['regions', 'minimumAge', 'prizes', 'kind', 'allocation'] as const;
export type DraftText =
  | 'sourceExternalId'
  | ListingText
  | 'endDate'
  | 'endZone'
  | (typeof FACT_TEXTS)[number];
/** The names of the texts of a draft: what the form of a listing has, the facts as texts, too. */
export const DRAFT_TEXTS: readonly DraftText[] = [
  'sourceExternalId',
  ...LISTING_TEXTS,
  'endDate',
  'endZone',
  ...FACT_TEXTS,
];

/** The texts that were entered; a missing one is empty. */
export type DraftTexts = Readonly<Partial<Record<DraftText, string>>>;

/** A listing that an account has not published yet, as it was entered, valid or not. */
export interface SavedDraft {
  /** Chosen by who saves it first, unique within the account. */
  readonly id: string;
  /** How often it was changed, from 1 on. */
  readonly revision: number;
  readonly texts: DraftTexts;
  /** The listing that it changes, and the updatedAt of the version that it is based on; null for a new listing. */
  readonly listing: { readonly id: string; readonly version: Date } | null;
  /** The id of a picture that its publisher has sent. */
  readonly picture: string | null;
  readonly createdAt: Date;
  readonly savedAt: Date;
}

/** The id of a draft. */
export const draftId = z
  .string('must be a text.')
  .regex(/^\w{16,64}$/, 'must have 16 to 64 characters: letters A to Z, digits and _.');

/** The revision of a draft; 0 for one that was not saved yet. */
export const draftRevision = z
  .int('must be a whole number from 0 on.')
  .min(0, 'must be a whole number from 0 on.')
  .max(2_147_483_647, 'is no revision of a draft.');

const TOO_LARGE = `are too long together: a draft has at most ${MAX_DRAFT_BYTES.toLocaleString('en')} bytes.`;

const enteredText = z
  .string('must be a text.')
  // No text may be longer than all of them: the bytes of a longer one are not counted.
  .max(MAX_DRAFT_BYTES, `is too long: a draft has at most ${MAX_DRAFT_BYTES.toLocaleString('en')} bytes.`)
  // Forms send \r\n for one line end.
  .overwrite((value) => value.replace(/\r\n?/g, '\n').toWellFormed())
  .nullish();

/** The texts of a draft as they are sent: any text of a limited length, since a draft need not be valid. */
export const draftTexts = z
  .object(
    Object.fromEntries(DRAFT_TEXTS.map((name) => [name, enteredText])) as Record<
      DraftText,
      typeof enteredText
    >,
    'must be an object with the texts of a draft.',
  )
  .transform((texts): DraftTexts =>
    Object.fromEntries(DRAFT_TEXTS.flatMap((name) => (texts[name] ? [[name, texts[name]]] : []))),
  )
  .refine((texts) => bytesOf(texts) <= MAX_DRAFT_BYTES, TOO_LARGE);

function bytesOf(texts: DraftTexts): number {
  const encoder = new TextEncoder();
  return Object.values(texts).reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** The error for a draft that is not as the request expects it: it has another revision, or is gone. */
export function draftChanged(stored: SavedDraft | undefined): DomainError {
  const message =
    stored === undefined
      ? 'is of a draft that was deleted or published meanwhile: save it with another id and the revision 0.'
      : 'is not the revision of the draft, which was saved elsewhere meanwhile: read it, or save this one with another id.';
  return new DomainError('INVALID_PAYLOAD', `revision ${message}`, {
    reason: stored === undefined ? 'DRAFT_GONE' : 'DRAFT_CHANGED',
    details: [{ path: ['revision'], message }],
  });
}
