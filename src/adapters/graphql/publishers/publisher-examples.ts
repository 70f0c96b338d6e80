import { input, type CallExamples } from '../examples/example.ts';

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
  },
  mutation: {
    setPublisherProfile: input(profile, 'publisher { id name }'),
    claimPublisherDomain: input({ domain: 'publisher.example' }, 'domain { proof recordName fileUrl }'),
    checkPublisherDomain: [{}, 'domain { state }'],
    removePublisherDomain: [{}, 'removed'],
  },
};
