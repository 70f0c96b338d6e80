import type { ReactNode } from 'react';
import type { MembershipFragment } from '../../../documents/generated.ts';
import { Form } from '../../../parts/forms/form.tsx';
import { shownName } from '../../../parts/publishers/publisher-name.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';

/** The publishers of others that the account may act for, and its invitations. */
export function Memberships({ memberships }: { readonly memberships: readonly MembershipFragment[] }) {
  const { t } = useSite();
  return (
    <>
      <h2>{t.members.others}</h2>
      <ul className="rows">
        {memberships.map((membership) => (
          <li key={membership.publisher.id}>
            {membership.joinedAt === null ? (
              <InvitationToJoin membership={membership} />
            ) : (
              <Joined membership={membership} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface MembershipProps {
  readonly membership: MembershipFragment;
}

function InvitationToJoin({ membership: { publisher, role, invitedBy, invitedAt } }: MembershipProps) {
  const { t } = useSite();
  return (
    <>
      <p>
        <strong>
          <PublisherLink publisher={publisher} />
        </strong>
        : {t.members.invitedAs[role]} <bdi>{invitedBy}</bdi>, <Time at={invitedAt} />
      </p>
      <div className="row">
        <MembershipForm action="accept" publisher={publisher.id}>
          <button className="button is-small">{t.members.accept}</button>
        </MembershipForm>
        <MembershipForm action="leave" publisher={publisher.id}>
          <button className="button is-quiet is-small">{t.members.decline}</button>
        </MembershipForm>
      </div>
    </>
  );
}

function Joined({ membership: { publisher, role } }: MembershipProps) {
  const { t, link } = useSite();
  return (
    <>
      <p>
        <strong>
          <PublisherLink publisher={publisher} />
        </strong>
        : {t.members.roles[role]}
      </p>
      <div className="row">
        <a className="button is-small" href={link('/access/listings', { publisher: publisher.id })}>
          {t.members.actFor}
        </a>
        <details>
          <summary>{t.members.leave}</summary>
          <MembershipForm action="leave" publisher={publisher.id}>
            <p className="quiet">{t.members.leaveWhat}</p>
            <button className="button is-small">{t.members.leave}</button>
          </MembershipForm>
        </details>
      </div>
    </>
  );
}

function PublisherLink({ publisher: { id, name } }: { readonly publisher: MembershipFragment['publisher'] }) {
  const { link } = useSite();
  const shown = shownName(name);
  return (
    <a href={link(`/publishers/${id}`)}>
      {shown === undefined ? <code>{id}</code> : <UserText>{shown}</UserText>}
    </a>
  );
}

interface MembershipFormProps {
  readonly action: 'accept' | 'leave';
  readonly publisher: string;
  readonly children: ReactNode;
}

function MembershipForm({ action, publisher, children }: MembershipFormProps) {
  return (
    <Form>
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="of" value={publisher} />
      {children}
    </Form>
  );
}
