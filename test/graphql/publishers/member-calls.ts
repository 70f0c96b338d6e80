import type { Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';

const MEMBER = 'email role invitedAt invitedBy joinedAt';
const MEMBERSHIP = 'publisher { id name } role invitedBy joinedAt';
const CALLS = {
  invitePublisherMember: ['InvitePublisherMemberInput', `member { ${MEMBER} }`],
  setPublisherMemberRole: ['SetPublisherMemberRoleInput', `member { ${MEMBER} }`],
  removePublisherMember: ['RemovePublisherMemberInput', 'email'],
  acceptPublisherInvitation: ['AcceptPublisherInvitationInput', `membership { ${MEMBERSHIP} }`],
  leavePublisher: ['LeavePublisherInput', 'publisher'],
} as const;
type Call = keyof typeof CALLS;

/** An account, and the publisher that its requests act for when it is not its own. */
export interface Person {
  readonly email: string;
  readonly token: string;
  readonly actsFor?: string;
}

/** What people do with the members of publishers at a gateway. */
export function membersAt(gateway: () => Gateway) {
  const query = (person: Person, document: string, variables: object = {}): Promise<HttpResponse> =>
    gateway().graphql(
      document,
      variables,
      person.token,
      person.actsFor === undefined ? {} : { publisher: person.actsFor },
    );
  const call = async (person: Person, name: Call, input: object): Promise<Json> => {
    const [type, selection] = CALLS[name];
    const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
    return (await query(person, document, { input })).body;
  };
  const publisherOf = async (person: Person): Promise<string> =>
    (await query(person, '{ myPublisher { id } }')).body.data.myPublisher.id;
  return {
    query,
    call,
    publisherOf,
    async person(email = newEmail()): Promise<Person> {
      return { email, token: await gateway().signIn(email) };
    },
    membersOf: async (person: Person): Promise<Json[]> =>
      (await query(person, `{ publisherMembers { ${MEMBER} } }`)).body.data.publisherMembers,
    membershipsOf: async (person: Person): Promise<Json[]> =>
      (await query(person, `{ viewer { memberships { ${MEMBERSHIP} } } }`)).body.data.viewer.memberships,
    /** Makes a person a member; returns the person as it acts for the publisher. */
    async join(owner: Person, person: Person, role: 'ADMIN' | 'EDITOR'): Promise<Person> {
      const publisher = await publisherOf(owner);
      await call(owner, 'invitePublisherMember', { email: person.email, role });
      await call(person, 'acceptPublisherInvitation', { publisher });
      return { ...person, actsFor: publisher };
    },
  };
}

/** The code and reason of the first error of a response. */
export const refusalOf = ({ errors }: Json): string =>
  errors === undefined ? 'none' : [errors[0].extensions.code, errors[0].extensions.reason].join(' ').trim();
