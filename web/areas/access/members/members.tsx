import {
  AcceptInvitation,
  InviteMember,
  Leave,
  Members,
  RemoveMember,
  SetMemberRole,
  type MembersQuery,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { actionOf, noAction } from '../../../parts/forms/action.ts';
import { ErrorSummary } from '../../../parts/forms/errors.tsx';
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
import { InvitationForm, invitationFields, type Invitation } from './invitation-form.tsx';
import { MemberTable } from './member-table.tsx';
import { Memberships } from './memberships.tsx';

export const MEMBERS_PATH = '/access/members';
const ACTIONS = ['invite', 'role', 'remove', 'accept', 'leave'] as const;
const DONE = ['invited', 'changed', 'removed', 'accepted', 'left'] as const;
type Done = (typeof DONE)[number];

/** Who may act for the publisher, and the publishers of others that the account may act for. */
export const membersPage: Page = {
  path: MEMBERS_PATH,
  access: 'publisher',
  parameters: ['done'],
  get: (visit) => show(visit, { errors: [] }),
  post: async (visit) => (await keepForm(visit)) ?? change(visit),
};

async function change(visit: FormVisit): Promise<PageResponse> {
  const { form, site, tryQuery } = visit;
  const text = (name: string) => form.get(name) ?? '';
  const email = text('email');
  // The API refuses a role that it does not know.
  const role = text('role') as Invitation['role'];
  const publisher = text('of');
  const finish = (
    done: Done,
    { data, errors }: { readonly data: unknown; readonly errors: readonly PageQueryError[] },
  ) => {
    // A second click finds nobody to remove, or nothing to leave.
    const isRepeated =
      (done === 'removed' || done === 'left') && errors.some(({ code }) => code === 'NOT_FOUND');
    if (data === undefined && !isRepeated)
      return show(visit, { errors, ...(done === 'invited' && { entered: { email, role } }) });
    return { kind: 'redirect', to: site.link(MEMBERS_PATH, { done }) } as const;
  };
  switch (actionOf(form, ACTIONS)) {
    case 'invite':
      return finish('invited', await tryQuery(InviteMember, { input: { email, role } }));
    case 'role':
      return finish('changed', await tryQuery(SetMemberRole, { input: { email, role } }));
    case 'remove':
      return finish('removed', await tryQuery(RemoveMember, { input: { email } }));
    case 'accept':
      return finish('accepted', await tryQuery(AcceptInvitation, { input: { publisher } }));
    case 'leave':
      return finish('left', await tryQuery(Leave, { input: { publisher } }));
    default:
      return show(visit, { errors: [noAction(ACTIONS)] });
  }
}

interface Shown {
  readonly errors: readonly PageQueryError[];
  /** What was entered for an invitation that was refused. */
  readonly entered?: Invitation;
}

function show(visit: Visit, { errors, entered }: Shown): Promise<PageResponse> {
  return withSession(
    visit,
    visit.tryQuery(Members, {}),
    ({ viewer, publisherMembers }) =>
      viewer === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.members.title,
            email: viewer.email,
            status: formStatus(errors),
            body: (
              <MembersView
                viewer={viewer}
                members={publisherMembers}
                errors={errors}
                entered={entered}
                done={DONE.find((each) => each === valueOf(visit.parameters, 'done') && errors.length === 0)}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface MembersViewProps {
  readonly viewer: NonNullable<MembersQuery['viewer']>;
  readonly members: MembersQuery['publisherMembers'];
  readonly errors: readonly PageQueryError[];
  readonly entered: Invitation | undefined;
  readonly done: Done | undefined;
}

function MembersView({ viewer, members, errors, entered, done }: MembersViewProps) {
  const { t, acting } = useSite();
  const isManager = mayManage(viewer);
  return (
    <section className="stack">
      <h1>{t.members.title}</h1>
      <p>{t.members.what}</p>
      {done !== undefined && (
        <p className="note" role="status">
          {t.members.done[done]}
        </p>
      )}
      <ErrorSummary errors={errors} fields={isManager ? invitationFields(t) : []} />
      {acting === undefined && viewer.memberships.length > 0 && (
        <Memberships memberships={viewer.memberships} />
      )}
      <MemberTable members={members} canManage={isManager} own={viewer.email} />
      {isManager && <InvitationForm entered={entered} errors={errors} />}
    </section>
  );
}
