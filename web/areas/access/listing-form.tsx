import {
  Me,
  OneOwnListing,
  OwnListingById,
  Publish,
  PublishLegacy,
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
  type Visit,
} from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { keepForm } from './kept-form.tsx';
import { ListingForm, type ListingFormProps } from './listing-fields.tsx';
import { applyPicture, readPicture } from './picture-field.tsx';
import { isFact, toEntered, toFacts, toInstant, type EnteredListing } from './entered-listing.ts';

/** The names of two fields in the legacy API, which has no provider. */
const LEGACY_NAMES = { externalId: 'sourceExternalId', url: 'landingUrl' } as const;

/** Publishes a new listing, or one like a listing of the account. */
export const newListingPage: Page = {
  path: '/access/listings/new',
  access: 'session',
  parameters: ['from'],
  async get(visit) {
    const form = { ...toNew(visit), newId: crypto.randomUUID() };
    const from = valueOf(visit.parameters, 'from');
    if (from === undefined) return show(visit, { ...form, entered: toEntered({}) });
    return withSession(
      visit,
      visit.tryQuery(OwnListingById, { id: from }),
      ({ viewer, myListing }) =>
        viewer === null || myListing === null
          ? NOT_FOUND
          : formView(visit, viewer, { ...form, entered: copyOf(myListing, visit.site.now) }),
      fail,
    );
  },
  takesFiles: true,
  post: async (visit) => (await keepForm(visit)) ?? publish(visit, toNew(visit)),
};

function toNew({ parameters }: Visit): Target {
  const from = valueOf(parameters, 'from');
  return { draft: from === undefined ? 'new' : `like ${from}` };
}

/** What a listing like this one begins with: all but its ID, and an end only in the future. */
function copyOf(listing: OwnListingFragment, now: Date): EnteredListing {
  const { endDate } = listing;
  const isAhead = endDate != null && new Date(endDate) > now;
  return toEntered({ ...listing, sourceExternalId: '', endDate: isAhead ? endDate : '' });
}

/** Changes a listing of the account. */
export const editListingPage: Page = {
  path: '/access/listings/edit',
  access: 'session',
  parameters: ['listing'],
  async get(visit) {
    return withSession(
      visit,
      visit.tryQuery(OwnListingById, { id: valueOf(visit.parameters, 'listing') ?? '' }),
      ({ viewer, myListing }) => {
        if (viewer === null || myListing === null) return NOT_FOUND;
        const { id, own } = myListing;
        const form = { draft: id, isLegacy: own?.isLegacy === true, entered: toEntered(myListing) };
        return formView(visit, viewer, { ...form, seen: myListing, shownPicture: myListing.picture?.small });
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
    if (myListing === null) return NOT_FOUND;
    return publish(visit, {
      draft: myListing.id,
      isLegacy: myListing.own?.isLegacy === true,
      shownPicture: myListing.picture?.small,
    });
  },
};

type Target = Pick<ListingFormProps, 'draft' | 'isLegacy' | 'shownPicture'>;

async function publish(visit: FormVisit, target: Target): Promise<PageResponse> {
  const { site, form } = visit;
  const newId = form.get('newId') ?? '';
  const texts = toEntered(Object.fromEntries(form));
  const entered = texts.sourceExternalId.trim() === '' ? { ...texts, sourceExternalId: newId } : texts;
  const seen = {
    sourceExternalId: form.get('seenId') ?? '',
    updatedAt: form.get('seenVersion') ?? '',
  };
  const { picture, errors: refused } = readPicture(visit);
  const sent = { ...target, ...(newId !== '' && { newId }), entered, seen, picture, isSent: true };
  if (refused.length > 0) return show(visit, { ...sent, errors: refused });
  if (form.get('action') === 'preview') return show(visit, { ...sent, isPreview: true });
  const { data, errors } = await (target.isLegacy ? sendLegacy(visit, sent) : send(visit, sent));
  if (data !== undefined) {
    // Published again after an error, the listing is the same.
    const unset = await applyPicture(visit, data.listing.id, picture);
    if (unset.length > 0) return show(visit, { ...sent, errors: unset });
    const to = site.link('/access/listings', { done: 'published', draft: target.draft });
    return { kind: 'redirect', to };
  }
  if (!errors.some(({ reason }) => reason === 'LISTING_EXISTS' || reason === 'LISTING_CHANGED'))
    return show(visit, { ...sent, errors });
  const current = await findCurrent(visit, sent);
  return show(visit, { ...sent, errors: [], ...(current && { current, seen: current }) });
}

type Sent = Target & Required<Pick<ListingFormProps, 'entered' | 'seen'>>;

/** What the publisher has seen: this version of the listing with this ID, or no listing with another ID. */
function expectedBy({ entered, seen }: Sent) {
  const isSeen = entered.sourceExternalId.trim() === seen.sourceExternalId && seen.updatedAt !== '';
  return isSeen ? { updatedAt: seen.updatedAt } : { absent: true };
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
    expected: expectedBy(sent),
  });
  return { data: data?.publishListing, errors };
}

async function sendLegacy({ tryQuery }: Visit, sent: Sent) {
  const { sourceExternalId: externalId, landingUrl: url, ...texts } = sent.entered;
  const { provider: _provider, endZone: _zone, ...others } = texts;
  const same = Object.fromEntries(Object.entries(others).filter(([name]) => !isFact(name)));
  const { title, description } = texts;
  const input = { externalId, url, ...same, title, description, endDate: toInstant(sent.entered) };
  const { data, errors } = await tryQuery(PublishLegacy, { input, expected: expectedBy(sent) });
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
async function findCurrent(visit: Visit, { isLegacy, draft, entered }: Sent) {
  const sourceExternalId = entered.sourceExternalId.trim();
  const { myListing } = isLegacy
    ? await visit.query(OwnListingById, { id: draft })
    : await visit.query(OneOwnListing, { sourceExternalId });
  return myListing?.sourceExternalId === sourceExternalId ? myListing : undefined;
}

type Shown = Omit<ListingFormProps, 'accountId'>;

function show(visit: Visit, form: Shown): Promise<PageResponse> {
  return withSession(
    visit,
    visit.tryQuery(Me, {}),
    ({ viewer }) => (viewer === null ? NOT_FOUND : formView(visit, viewer, form)),
    fail,
  );
}

function fail(errors: readonly PageQueryError[]): never {
  throw new QueryFailed({ errors });
}

function formView(
  { site }: Visit,
  { id, email }: { readonly id: string; readonly email: string },
  form: Shown,
): PageResponse {
  const { errors, current } = form;
  return areaView({
    title: site.t.access.newListing,
    email,
    status: current ? 409 : formStatus(errors ?? []),
    islands: ['end-zone', 'form-draft'],
    body: <ListingForm accountId={id} {...form} />,
  });
}
