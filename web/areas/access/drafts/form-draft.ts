import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import {
  SaveDraft,
  type SaveListingDraftInput,
  type WholeDraftFragment,
} from '../../../documents/generated.ts';
import type { SiteContext } from '../../../site/context.ts';
import { findMessage } from '../../../site/messages.ts';
import type { FileResponse, FormVisit } from '../../../site/page.ts';
import { isFact, toEntered, type EnteredListing } from '../entered-listing.ts';
import type { EnteredPicture } from '../picture-field.tsx';

export const DRAFTS_PATH = '/access/listings/drafts';

/** The draft that the form of a listing is saved to. */
export interface FormDraft {
  readonly id: string;
  /** The revision that the form has; 0 while it is not saved. */
  readonly revision: number;
  /** The listing that it changes, and the version that it is based on. */
  readonly base?: { readonly listing: string; readonly version: string } | undefined;
  /** When it was saved that is shown. */
  readonly savedAt?: string;
}

/** A draft that is not saved yet. Its id is a part of cursors and IDs of listings, so it has no hyphens. */
export function newDraft(base?: FormDraft['base']): FormDraft {
  return { id: crypto.randomUUID().replaceAll('-', ''), revision: 0, base };
}

/** The draft of a form that was sent; a form of an earlier release has none yet. */
export function readDraft({ form }: FormVisit, listing: string | undefined): FormDraft {
  const version = form.get('baseVersion') ?? form.get('seenVersion') ?? '';
  const base = listing === undefined || version === '' ? undefined : { listing, version };
  const id = form.get('draftId') ?? '';
  return id === '' ? newDraft(base) : { id, revision: Number(form.get('draftRevision')) || 0, base };
}

/** A stored draft as a form has it. */
export function toFormDraft(stored: WholeDraftFragment): FormDraft {
  const { id, revision, listingId, listingVersion, savedAt } = stored;
  const base =
    listingId === null || listingVersion === null
      ? undefined
      : { listing: listingId, version: listingVersion };
  return { id, revision, base, savedAt };
}

/** The texts of a stored draft as the form shows them. */
export function toEnteredDraft({ texts }: WholeDraftFragment): EnteredListing {
  const { regions, minimumAge, prizes, kind, allocation } = texts;
  return toEntered({
    ...texts,
    'facts.regions': regions,
    'facts.minimumAge': minimumAge,
    'facts.prizes': prizes,
    'facts.kind': kind,
    'facts.allocation': allocation,
  });
}

/** The address of the form with a draft. */
export function linkToDraft(
  { link }: Pick<SiteContext, 'link'>,
  id: string,
  listing: string | null | undefined,
): string {
  return listing == null
    ? link('/access/listings/new', { draft: id })
    : link('/access/listings/edit', { draft: id, listing });
}

/** The address of the page that asks whether to discard a draft; from its form, a reader who does not goes back there. */
export function linkToDiscard({ link }: Pick<SiteContext, 'link'>, id: string, from?: 'form'): string {
  return link(`${DRAFTS_PATH}/delete`, { draft: id, from });
}

/** Why a draft is another one than the form has seen. */
export type DraftTrouble = 'DRAFT_CHANGED' | 'DRAFT_GONE';

/** What became of a save: the stored draft, or why it was refused. */
interface SaveResult {
  readonly saved?: FormDraft;
  readonly trouble?: DraftTrouble | undefined;
  readonly errors: readonly PageQueryError[];
}

/** Saves what was entered. */
export async function saveDraft(
  { tryQuery }: FormVisit,
  draft: FormDraft,
  entered: EnteredListing,
  { sent, removes }: EnteredPicture,
): Promise<SaveResult> {
  const { id, revision, base } = draft;
  const { data, errors } = await tryQuery(SaveDraft, {
    input: {
      id,
      revision,
      texts: toTexts(entered),
      listingId: base?.listing ?? null,
      listingVersion: base?.version ?? null,
      picture: removes ? null : (sent ?? null),
    },
  });
  if (data !== undefined) return { saved: { ...draft, ...data.saveListingDraft.draft }, errors: [] };
  const reason = errors[0]?.reason;
  const trouble = reason === 'DRAFT_CHANGED' || reason === 'DRAFT_GONE' ? reason : undefined;
  return { trouble, errors: trouble ? [] : errors.map(toFormError) };
}

function toTexts(entered: EnteredListing): SaveListingDraftInput['texts'] {
  const renamed = Object.entries(entered).map(([name, value]) => [
    isFact(name) ? name.slice('facts.'.length) : name,
    value,
  ]);
  return Object.fromEntries(renamed) as SaveListingDraftInput['texts'];
}

/** An error of a save at the fields of the form. */
function toFormError(error: PageQueryError): PageQueryError {
  const fields = error.fields.map(({ field, message }) => {
    const [, text] = /^texts\.(\w+)$/.exec(field) ?? [];
    return { field: text ?? field, message };
  });
  return { ...error, fields };
}

/** What the script of the form is told of a save. */
export function tellScript(site: SiteContext, draft: FormDraft, result: SaveResult): FileResponse {
  const { saved, trouble, errors } = result;
  if (trouble) return toFile(troubleOf(site, draft, trouble, site.t.drafts.trouble));
  if (!saved) return toFile({ failure: refusalOf(site, errors) });
  return toFile({
    revision: saved.revision,
    at: saved.savedAt,
    address: linkToDraft(site, draft.id, draft.base?.listing),
    discard: linkToDiscard(site, draft.id, 'form'),
  });
}

/** What the script is told when it asks whether the draft is still the stored one: nothing when it is. */
export function tellOfCheck(
  site: SiteContext,
  draft: FormDraft,
  trouble: DraftTrouble | undefined,
): FileResponse {
  return toFile(trouble === undefined ? {} : troubleOf(site, draft, trouble, site.t.drafts.meanwhile));
}

function troubleOf(
  site: SiteContext,
  { id, base }: FormDraft,
  trouble: DraftTrouble,
  texts: Readonly<Record<DraftTrouble, string>>,
) {
  return {
    failure: texts[trouble],
    otherId: newDraft().id,
    ...(trouble === 'DRAFT_CHANGED' && { stored: linkToDraft(site, id, base?.listing) }),
  };
}

function toFile(told: object): FileResponse {
  return { kind: 'file', contentType: 'application/json; charset=utf-8', body: JSON.stringify(told) };
}

function refusalOf({ t, language }: SiteContext, [error]: readonly PageQueryError[]): string {
  const message = error?.fields[0]?.message ?? error?.message ?? '';
  return `${t.drafts.auto.refused} ${findMessage(language, message) ?? message}`;
}
