import { idOf, input, type CallExamples } from '../examples/example.ts';

const profile = {
  name: 'Lantern Road Games',
  text: 'A small studio that gives away its games.',
  links: ['https://publisher.example/'],
};

/** Example calls of the root fields of a publisher's own profile. */
export const PUBLISHER_EXAMPLES: CallExamples = {
  query: {
    myPublisher: [{}, 'id name text links'],
    myPublisherDomain: [{}, 'checksAreOn domain { name state }'],
    publisherMembers: [{}, 'email role joinedAt'],
  },
  mutation: {
    setPublisherProfile: input(profile, 'publisher { id name }'),
    claimPublisherDomain: input({ domain: 'publisher.example' }, 'domain { proof recordName fileUrl }'),
    checkPublisherDomain: [{}, 'domain { state }'],
    removePublisherDomain: [{}, 'removed'],
    invitePublisherMember: input(
      { email: 'editor@publisher.example', role: 'EDITOR' },
      'member { email role }',
    ),
    setPublisherMemberRole: input(
      { email: 'editor@publisher.example', role: 'ADMIN' },
      'member { email role }',
    ),
    removePublisherMember: input({ email: 'editor@publisher.example' }, 'email'),
    acceptPublisherInvitation: input({ publisher: idOf('pub') }, 'membership { role publisher { id name } }'),
    leavePublisher: input({ publisher: idOf('pub') }, 'publisher'),
  },
};
