import {
  DraftById,
  ListingWithDrafts,
  OneOwnListing,
  OwnBlock,
  OwnListingById,
  Publish,
  PublishLegacy,
  type BlockableViewerFragment,
  type OwnListingFragment,
} from '../../documents/generated.ts';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import {
  QueryFailed,
  NOT_FOUND,
  formStatus,
  type FormVisit,
  type Page,
  type PageResponse,
  type View,
  type Visit,
} from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { keepForm } from './kept-form.tsx';
import {
  DRAFTS_PATH,
  linkToDraft,
  newDraft,
  readDraft,
  saveDraft,
  tellOfCheck,
  tellScript,
  toEnteredDraft,
  toFormDraft,
  type FormDraft,
} from './drafts/form-draft.ts';
import { ListingForm, titleOfForm, type ListingFormProps } from './listing-fields.tsx';
import { blockedView } from './publisher/blocked.tsx';
import { readPicture, toPublishedPicture } from './picture-field.tsx';
import {
  isFact,
  toEntered,
  toFacts,
  toInstant,
  withControlsOf,
  type EnteredListing,
} from './entered-listing.ts';

/** The names of two fields in the legacy API, which has no provider. */
const LEGACY_NAMES = { externalId: 'sourceExternalId', url: 'landingUrl' } as const;

/** Publishes a new listing, one like a listing of the account, or one of a draft. */
export const newListingPage: Page = {
  path: '/access/listings/new',
  access: 'publisher',
  parameters: ['from', 'draft'],
  async get(visit) {
    const draftId = valueOf(visit.parameters, 'draft');
    if (draftId !== undefined) return showDraft(visit, draftId);
    const draft = newDraft();
    const form = { draft, newId: draft.id };
    const from = valueOf(visit.parameters, 'from');
    if (from === undefined) return show(visit, { ...form, entered: toEntered({}) }, open);
    return withSession(
      visit,
      visit.tryQuery(OwnListingById, { id: from }),
      ({ viewer, myListing }) =>
        viewer === null || myListing === null
          ? NOT_FOUND
          : open(visit, viewer, { ...form, entered: copyOf(myListing, visit.site.now) }),
      fail,
    );
  },
  takesFiles: true,
  post: async (visit) => (await keepForm(visit)) ?? receive(visit, {}),
};

/** What a listing like this one begins with: all but its ID, and an end only in the future. */
function copyOf(listing: OwnListingFragment, now: Date): EnteredListing {
  const { endDate } = listing;
  const isAhead = endDate != null && new Date(endDate) > now;
  return toEntered({ ...listing, sourceExternalId: '', endDate: isAhead ? endDate : '' });
}

/** The form with a draft of the account: at the address of its listing, or of a new one when it has none, or none any more. */
async function showDraft(visit: Visit, id: string): Promise<PageResponse> {
  const { site, parameters, tryQuery } = visit;
  const found = await tryQuery(DraftById, { id });
  const listing = found.data?.listingDraft?.listingId ?? undefined;
  const { data } = listing === undefined ? {} : await tryQuery(OwnListingById, { id: listing });
  const myListing = data?.myListing ?? undefined;
  return withSession(
    visit,
    Promise.resolve(found),
    ({ viewer, listingDraft }) => {
      if (viewer === null || listingDraft === null)
        return { kind: 'redirect', to: site.link(DRAFTS_PATH, { done: 'gone' }) };
      if (valueOf(parameters, 'listing') !== myListing?.id)
        return { kind: 'redirect', to: linkToDraft(site, id, myListing?.id) };
      const { listingVersion, picture } = listingDraft;
      const isChanged = myListing && Date.parse(myListing.updatedAt) !== Date.parse(listingVersion ?? '');
      const form = {
        draft: toFormDraft(listingDraft),
        entered: toEnteredDraft(listingDraft),
        picture: picture === null ? {} : { sent: picture.id },
        isSent: true,
        ...(myListing ? { ...toTarget(myListing), seen: myListing } : { newId: id }),
        ...(isChanged && { current: myListing }),
      };
      return { ...open(visit, viewer, form), status: 200 };
    },
    fail,
  );
}

/** Changes a listing of the account. */
export const editListingPage: Page = {
  path: '/access/listings/edit',
  access: 'publisher',
  parameters: ['listing', 'draft'],
  async get(visit) {
    const draftId = valueOf(visit.parameters, 'draft');
    const listing = valueOf(visit.parameters, 'listing') ?? '';
    if (draftId !== undefined) return showDraft(visit, draftId);
    return withSession(
      visit,
      visit.tryQuery(ListingWithDrafts, { listing }),
      ({ viewer, myListing, listingDrafts }) => {
        if (viewer === null || myListing === null) return NOT_FOUND;
        return open(visit, viewer, {
          ...toTarget(myListing),
          draft: newDraft({ listing, version: myListing.updatedAt }),
          existing: listingDrafts.nodes.find(({ listingId }) => listingId === listing),
          entered: toEntered(myListing),
          seen: myListing,
        });
      },
      fail,
    );
  },
  takesFiles: true,
  async post(visit) {
    const kept = await keepForm(visit);
    if (kept !== undefined) return kept;
    const { myListing } = await visit.query(OwnListingById, {
      id: valueOf(visit.parameters, 'listing') ?? '',
    });
    return myListing === null ? NOT_FOUND : receive(visit, toTarget(myListing), toEntered(myListing));
  },
};

/** The listing that a form changes; of a new one nothing. */
type Target = Pick<ListingFormProps, 'isLegacy' | 'shownPicture'> & { readonly listing?: string };

function toTarget({ id, own, picture }: OwnListingFragment): Target {
  return { listing: id, isLegacy: own?.isLegacy === true, shownPicture: picture?.small };
}

/** Takes a form that was sent: publishes, previews or saves what was entered. `stored` is the listing that it changes. */
async function receive(visit: FormVisit, target: Target, stored?: EnteredListing): Promise<PageResponse> {
  const { site, form } = visit;
  const newId = form.get('newId') ?? '';
  const read = (fields: Parameters<typeof toEntered>[0]) =>
    stored === undefined ? toEntered(fields) : withControlsOf(toEntered(fields), stored);
  const texts = read(Object.fromEntries(form));
  const { sourceExternalId: seenId } = read({ sourceExternalId: form.get('seenId') });
  const seen = { sourceExternalId: seenId, updatedAt: form.get('seenVersion') ?? '' };
  const { picture, errors: refused } = readPicture(visit);
  const draft = readDraft(visit, target.listing);
  const shown = { ...target, ...(newId !== '' && { newId }), entered: texts, seen, picture, draft };
  const saved = { ...shown, isSent: true };
  if (refused.length > 0) return show(visit, { ...saved, errors: refused });
  const action = form.get('action');
  if (action === 'check') return check(visit, draft);
  if (action === 'draft' || action === 'autosave') return save(visit, saved, action === 'autosave');
  const entered = texts.sourceExternalId.trim() === '' ? { ...texts, sourceExternalId: newId } : texts;
  const sent = { ...saved, entered };
  if (action === 'preview') return show(visit, { ...sent, isPreview: true });
  const { data, errors } = await (target.isLegacy ? sendLegacy(visit, sent) : send(visit, sent));
  if (data !== undefined)
    return { kind: 'redirect', to: site.link('/access/listings', { done: 'published' }) };
  if (!errors.some(({ reason }) => reason === 'LISTING_EXISTS' || reason === 'LISTING_CHANGED'))
    return show(visit, { ...sent, errors });
  const current = await findCurrent(visit, sent);
  return show(visit, { ...sent, errors: [], ...(current && { current, seen: current }) });
}

/** Saves what was entered as a draft, by the button or by the script of the form. */
async function save(visit: FormVisit, form: Saved, isByScript: boolean): Promise<PageResponse> {
  const { draft, entered, picture = {} } = form;
  const result = await saveDraft(visit, draft, entered, picture);
  if (isByScript && !result.errors.some(({ code }) => code !== 'INVALID_PAYLOAD'))
    return tellScript(visit.site, draft, result);
  if (result.saved) return { kind: 'redirect', to: visit.site.link(DRAFTS_PATH, { done: 'saved' }) };
  const { trouble, errors } = result;
  if (trouble === undefined) return show(visit, { ...form, errors });
  return show(visit, { ...form, draft: newDraft(draft.base), other: { id: draft.id, trouble } });
}

/** Tells the script of the form whether the stored draft is still the one that the form shows. */
async function check({ site, tryQuery }: FormVisit, draft: FormDraft): Promise<PageResponse> {
  const { data } = await tryQuery(DraftById, { id: draft.id });
  const stored = data?.listingDraft?.revision;
  const trouble = stored === undefined ? 'DRAFT_GONE' : 'DRAFT_CHANGED';
  // An error says nothing about the draft.
  const isSame = data === undefined || stored === draft.revision;
  return tellOfCheck(site, draft, isSame ? undefined : trouble);
}

type Saved = Omit<ListingFormProps, 'errors'>;

type Sent = Target & Required<Pick<ListingFormProps, 'entered' | 'seen' | 'draft' | 'picture'>>;

/** What the publisher has seen: this version of the listing with this ID, or no listing with another ID; the draft and the picture. */
function publishedWith({ entered, seen, draft, picture }: Sent) {
  const isSeen = entered.sourceExternalId.trim() === seen.sourceExternalId && seen.updatedAt !== '';
  return {
    expected: isSeen ? { updatedAt: seen.updatedAt } : { absent: true },
    ...(draft.revision > 0 && { draftId: draft.id, draftRevision: draft.revision }),
    ...toPublishedPicture(picture),
  };
}

async function send({ form, tryQuery }: FormVisit, sent: Sent) {
  const { endZone: _none, ...texts } = sent.entered;
  const entered = { ...texts, endDate: toInstant(sent.entered) };
  const optional = Object.fromEntries(
    Object.entries(entered).filter(([name, value]) => !isFact(name) && value.trim() !== ''),
  );
  const { sourceExternalId, title, description, landingUrl } = entered;
  // A page that was opened before an update of the service has no facts: the listing keeps its own.
  const facts = form.has('facts.regions') && { facts: toFacts(sent.entered) };
  const { data, errors } = await tryQuery(Publish, {
    input: { ...optional, sourceExternalId, title, description, landingUrl, ...facts },
    ...publishedWith(sent),
  });
  return { data: data?.publishListing, errors };
}

async function sendLegacy({ tryQuery }: Visit, sent: Sent) {
  const { sourceExternalId: externalId, landingUrl: url, ...texts } = sent.entered;
  const { provider: _provider, endZone: _zone, ...others } = texts;
  const same = Object.fromEntries(Object.entries(others).filter(([name]) => !isFact(name)));
  const { title, description } = texts;
  const input = { externalId, url, ...same, title, description, endDate: toInstant(sent.entered) };
  const { data, errors } = await tryQuery(PublishLegacy, { input, ...publishedWith(sent) });
  const named = errors.map((error) => ({
    ...error,
    fields: error.fields.map(({ field, message }) => ({
      field: Object.hasOwn(LEGACY_NAMES, field) ? LEGACY_NAMES[field as keyof typeof LEGACY_NAMES] : field,
      message,
    })),
  }));
  return { data: data?.publishLegacyListing, errors: named };
}

/** The listing that is in the way. */
async function findCurrent(visit: Visit, { isLegacy, listing, entered }: Sent) {
  const sourceExternalId = entered.sourceExternalId.trim();
  const { myListing } = isLegacy
    ? await visit.query(OwnListingById, { id: listing ?? '' })
    : await visit.query(OneOwnListing, { sourceExternalId });
  return myListing?.sourceExternalId === sourceExternalId ? myListing : undefined;
}

function show(visit: Visit, form: ListingFormProps, view = formView): Promise<PageResponse> {
  return withSession(
    visit,
    visit.tryQuery(OwnBlock, {}),
    ({ viewer }) => (viewer === null ? NOT_FOUND : view(visit, viewer, form)),
    fail,
  );
}

function fail(errors: readonly PageQueryError[]): never {
  throw new QueryFailed({ errors });
}

/** The form as a reader opens it; one that was sent is shown again also while the publisher is blocked. */
function open(visit: Visit, viewer: BlockableViewerFragment, form: ListingFormProps): View {
  const title = titleOfForm(visit.site.t, form.draft);
  return blockedView(viewer, title) ?? formView(visit, viewer, form);
}

function formView({ site }: Visit, { email }: BlockableViewerFragment, form: ListingFormProps): View {
  const { errors, current, other } = form;
  return areaView({
    title: titleOfForm(site.t, form.draft),
    email,
    status: current || other ? 409 : formStatus(errors ?? []),
    islands: ['end-zone', 'draft-saver'],
    body: <ListingForm {...form} />,
  });
}
