import type { MemberFragment } from '../../../documents/generated.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSite } from '../../../site/context.ts';
import { MEMBER_ROLES } from './invitation-form.tsx';

interface MemberTableProps {
  readonly members: readonly MemberFragment[];
  /** Whether the account may change the members. */
  readonly canManage: boolean;
  /** The e-mail address of the account. */
  readonly own: string;
}

/** The members of a publisher, the owner first. */
export function MemberTable({ members, canManage, own }: MemberTableProps) {
  const { t } = useSite();
  const { email, role, since, actions } = t.members.heads;
  return (
    <DataTable
      label={t.members.title}
      heads={[email, role, since, ...(canManage ? [actions] : [])]}
      {...(canManage && { kind: 'has-actions' as const })}
    >
      {members.map((member) => (
        <tr key={member.email}>
          <th scope="row" className="long-value">
            <bdi>{member.email}</bdi>{' '}
            {member.email === own && <span className="quiet">({t.members.you})</span>}
          </th>
          <td data-label={role}>{t.members.roles[member.role]}</td>
          <td data-label={since}>
            <Since member={member} />
          </td>
          {canManage && <td>{member.role !== 'OWNER' && <Actions member={member} />}</td>}
        </tr>
      ))}
    </DataTable>
  );
}

function Since({ member: { invitedAt, joinedAt } }: { readonly member: MemberFragment }) {
  const { t } = useSite();
  if (invitedAt === null) return <>–</>;
  return joinedAt === null ? (
    <>
      {t.members.invited} <Time at={invitedAt} />
    </>
  ) : (
    <Time at={joinedAt} />
  );
}

function Actions({ member: { email, role, joinedAt } }: { readonly member: MemberFragment }) {
  const { t } = useSite();
  const other = MEMBER_ROLES.find((each) => each !== role) ?? 'EDITOR';
  return (
    <div className="row">
      <Form>
        <input type="hidden" name="do" value="role" />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={other} />
        <button className="button is-quiet is-small">{t.members.make[other]}</button>
      </Form>
      <details>
        <summary>{joinedAt === null ? t.members.cancel : t.members.remove}</summary>
        <Form>
          <input type="hidden" name="do" value="remove" />
          <input type="hidden" name="email" value={email} />
          <p className="quiet">{joinedAt === null ? t.members.cancelWhat : t.members.removeWhat}</p>
          <button className="button is-small">
            {joinedAt === null ? t.members.cancel : t.members.remove}
          </button>
        </Form>
      </details>
    </div>
  );
}
