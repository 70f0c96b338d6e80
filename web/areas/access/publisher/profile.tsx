import {
  OwnPublisher,
  SetProfile,
  type OwnProfileFragment,
  type OwnPublisherQuery,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { ProvenDomain } from '../../../parts/publishers/proven-domain.tsx';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { formShownAgain } from '../../../parts/forms/shown-again.ts';
import { UserText } from '../../../parts/user-text.tsx';
import { mayManage, useSite } from '../../../site/context.ts';
import {
  QueryFailed,
  formStatus,
  NOT_FOUND,
  type FormVisit,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { keepForm } from '../kept-form.tsx';
import { BlockedNote } from './blocked.tsx';
import { DOMAIN_PATH } from './domain.tsx';
import { typedLimit } from '../../../parts/forms/typed-limit.ts';

const PATH = '/access/profile';

interface Entered {
  readonly name: string;
  readonly text: string;
  /** One on each line. */
  readonly links: string;
}

/** The public profile of the account as a publisher. */
export const profilePage: Page = {
  path: PATH,
  access: 'publisher',
  parameters: ['done'],
  get: (visit) => show(visit, undefined, []),
  post: async (visit) => (await keepForm(visit)) ?? save(visit),
};

async function save(visit: FormVisit): Promise<PageResponse> {
  const text = (name: string) => visit.form.get(name) ?? '';
  const entered = { name: text('name'), text: text('text'), links: text('links') };
  const links = entered.links.split('\n').flatMap((line) => line.trim() || []);
  const { data, errors } = await visit.tryQuery(SetProfile, {
    input: { name: entered.name, text: entered.text, links, expected: seenIn(visit.form) },
  });
  if (data === undefined) return show(visit, entered, errors);
  return { kind: 'redirect', to: visit.site.link(PATH, { done: 'saved' }) };
}

/** A profile that the form was opened with. */
type Seen = Pick<OwnProfileFragment, 'name' | 'text' | 'links'>;

/** The profile that the form was opened with; undefined on a page of the release before. */
function seenIn(form: FormVisit['form']): Seen | undefined {
  const name = form.get('seenName');
  return name === null ? undefined : { name, text: form.get('seenText'), links: form.getAll('seenLinks') };
}

/** The form with what was entered, or with the stored profile. */
function show(
  visit: Visit,
  entered: Entered | undefined,
  errors: readonly PageQueryError[],
): Promise<PageResponse> {
  const isConflict = errors.some(({ reason }) => reason === 'PROFILE_CHANGED');
  const again = formShownAgain(visit, 'seenName', isConflict);
  return withSession(
    visit,
    visit.tryQuery(OwnPublisher, {}),
    ({ viewer, myPublisher }) =>
      viewer === null || myPublisher === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.access.tabs.profile,
            email: viewer.email,
            status: isConflict ? 409 : formStatus(errors),
            body: (
              <ProfileView
                publisher={myPublisher}
                blockedReason={viewer.blockedReason}
                entered={entered ?? toEntered(myPublisher)}
                seen={(again && seenIn(again)) ?? myPublisher}
                errors={isConflict ? [] : errors}
                isConflict={isConflict}
                isSaved={valueOf(visit.parameters, 'done') === 'saved' && errors.length === 0}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

function toEntered({ name, text, links }: OwnProfileFragment): Entered {
  return { name: name ?? '', text: text ?? '', links: links.join('\n') };
}

interface ProfileViewProps {
  readonly publisher: NonNullable<OwnPublisherQuery['myPublisher']>;
  readonly blockedReason: string | null;
  readonly entered: Entered;
  readonly seen: Seen;
  readonly errors: readonly PageQueryError[];
  /** Whether the profile has changed since the form was opened. */
  readonly isConflict: boolean;
  readonly isSaved: boolean;
}

function ProfileView(props: ProfileViewProps) {
  const { publisher, blockedReason, errors, isConflict, isSaved } = props;
  const { t, link, acting } = useSite();
  const { profile } = t;
  const { id, domain } = publisher;
  const mayChange = mayManage(acting);
  // What was entered stays.
  const hasForm = mayChange && (blockedReason === null || errors.length > 0);
  return (
    <section className="stack">
      <h1>{t.access.tabs.profile}</h1>
      <p>
        {profile.what} <a href={link(`/publishers/${id}`)}>{profile.yourPage}</a>
      </p>
      {isSaved && (
        <p className="note" role="status">
          {profile.saved}
        </p>
      )}
      {isConflict && <StoredProfile publisher={publisher} />}
      <ErrorSummary
        errors={errors}
        fields={[
          { name: 'name', label: profile.name },
          { name: 'text', label: profile.text },
          { name: 'links', label: profile.links },
        ]}
      />
      {blockedReason !== null && <BlockedNote reason={blockedReason} />}
      {!mayChange && <p className="note">{t.members.mayNot}</p>}
      {hasForm && <ProfileForm {...props} />}
      <h2>{t.domain.title}</h2>
      <p>
        {domain === null ? t.domain.none : <ProvenDomain domain={domain} />}{' '}
        {mayChange && <a href={link(DOMAIN_PATH)}>{domain === null ? t.domain.prove : t.domain.toDomain}</a>}
      </p>
    </section>
  );
}

/** What was saved elsewhere meanwhile. */
function StoredProfile({ publisher: { name, text, links } }: Pick<ProfileViewProps, 'publisher'>) {
  const { profile } = useSite().t;
  const values = [
    [profile.name, name],
    [profile.text, text],
    [profile.links, links.join(' ')],
  ] as const;
  return (
    <div className="note is-urgent" role="alert">
      <p>{profile.changed}</p>
      <ul>
        {values.map(([label, value]) => (
          <li key={label}>
            {label}: {value ? <UserText>{value}</UserText> : '–'}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ProfileForm({ seen, entered, errors, isConflict }: ProfileViewProps) {
  const { profile } = useSite().t;
  return (
    <Form className="stack">
      <input type="hidden" name="seenName" value={seen.name ?? ''} />
      <input type="hidden" name="seenText" value={seen.text ?? ''} />
      {seen.links.map((link) => (
        <input key={link} type="hidden" name="seenLinks" value={link} />
      ))}
      <Field name="name" label={profile.name} hint={profile.nameHint} errors={errors}>
        {(attributes) => <input {...attributes} maxLength={typedLimit(60)} defaultValue={entered.name} />}
      </Field>
      <Field name="text" label={profile.text} hint={profile.textHint} errors={errors}>
        {(attributes) => (
          <textarea {...attributes} rows={4} maxLength={typedLimit(500)} defaultValue={entered.text} />
        )}
      </Field>
      <Field name="links" label={profile.links} hint={profile.linksHint} errors={errors}>
        {(attributes) => <textarea {...attributes} rows={5} defaultValue={entered.links} />}
      </Field>
      <button className="button">{isConflict ? profile.saveAnyway : profile.save}</button>
    </Form>
  );
}
