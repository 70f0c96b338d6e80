import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { Field } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { useSite } from '../../../site/context.ts';
import type { Texts } from '../../../texts/en.ts';

/** The roles that a member can have. */
export const MEMBER_ROLES = ['EDITOR', 'ADMIN'] as const;

/** What is entered for an invitation. */
export interface Invitation {
  readonly email: string;
  readonly role: (typeof MEMBER_ROLES)[number];
}

interface InvitationFormProps {
  readonly entered: Invitation | undefined;
  readonly errors: readonly PageQueryError[];
}

/** The fields of the form. */
export function invitationFields({ members: { heads } }: Texts) {
  return [
    { name: 'email', label: heads.email },
    { name: 'role', label: heads.role },
  ] as const;
}

/** Invites somebody to the publisher. */
export function InvitationForm({ entered, errors }: InvitationFormProps) {
  const { t, sendsMail } = useSite();
  const [email, role] = invitationFields(t);
  return (
    <Form className="stack">
      <h2>{t.members.invite}</h2>
      <p>{sendsMail ? t.members.inviteWhat : t.members.inviteWithoutMail}</p>
      <input type="hidden" name="do" value="invite" />
      <Field {...email} errors={errors}>
        {(attributes) => (
          <input
            {...attributes}
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            defaultValue={entered?.email}
          />
        )}
      </Field>
      <Field {...role} hint={t.members.roleHint} errors={errors}>
        {(attributes) => (
          <select {...attributes} defaultValue={entered?.role}>
            {MEMBER_ROLES.map((each) => (
              <option key={each} value={each}>
                {t.members.roles[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button className="button">{t.members.invite}</button>
    </Form>
  );
}
