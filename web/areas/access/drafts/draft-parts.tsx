import type { ReactNode } from 'react';
import { Time } from '../../../parts/time.tsx';
import { useSite } from '../../../site/context.ts';
import { linkToDiscard, linkToDraft, type DraftTrouble, type FormDraft } from './form-draft.ts';

interface DraftSaverProps {
  readonly children: ReactNode;
}

/** A form that a script saves as a draft while somebody types. Without it there is the button. */
export function DraftSaver({ children }: DraftSaverProps) {
  const { auto, open, saveOther } = useSite().t.drafts;
  return (
    <draft-saver
      class="stack"
      saved={auto.saved}
      without={auto.without}
      failed={auto.failed}
      ended={auto.ended}
      open-stored={open}
      save-other={saveOther}
    >
      {children}
    </draft-saver>
  );
}

/** What the form sends of its draft. */
export function DraftFields({ draft }: { readonly draft: FormDraft }) {
  return (
    <>
      <input type="hidden" name="draftId" value={draft.id} />
      <input type="hidden" name="draftRevision" value={draft.revision} />
      <input type="hidden" name="baseVersion" value={draft.base?.version ?? ''} />
    </>
  );
}

/** Leads to the question whether to discard the draft. The script shows it once the draft is saved. */
export function DiscardLink({ draft: { id, revision } }: { readonly draft: FormDraft }) {
  const site = useSite();
  return (
    <a data-discard href={linkToDiscard(site, id, 'form')} hidden={revision === 0}>
      {site.t.drafts.discardThis}
    </a>
  );
}

/** The draft that is saved elsewhere, or was. */
export interface OtherDraft {
  readonly id: string;
  readonly trouble: DraftTrouble;
}

interface DraftNotesProps {
  readonly draft: FormDraft;
  /** The draft of the same listing that the form does not show. */
  readonly existing?: { readonly id: string; readonly savedAt: string } | undefined;
  readonly other?: OtherDraft | undefined;
}

/** What the reader needs to know of the drafts before the form. */
export function DraftNotes({ draft, existing, other }: DraftNotesProps) {
  const site = useSite();
  const { t } = site;
  const listing = draft.base?.listing;
  if (other !== undefined)
    return (
      <div className="note is-urgent" role="alert">
        <p>{t.drafts.trouble[other.trouble]}</p>
        {other.trouble === 'DRAFT_CHANGED' && (
          <p>
            <a href={linkToDraft(site, other.id, listing)}>{t.drafts.open}</a>
          </p>
        )}
      </div>
    );
  if (draft.savedAt !== undefined)
    return (
      <p className="note">
        {t.drafts.from} <Time at={draft.savedAt} />.
      </p>
    );
  if (existing === undefined) return null;
  return (
    <p className="note">
      {t.drafts.exists} <Time at={existing.savedAt} />:{' '}
      <a href={linkToDraft(site, existing.id, listing)}>{t.drafts.resume}</a>
    </p>
  );
}
