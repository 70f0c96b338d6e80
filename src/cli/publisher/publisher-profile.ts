import { Option } from 'commander';
import { gather, send, type CommandRow } from '../command.ts';
import { MyPublisher, SetPublisherProfile, type PublisherFieldsFragment } from '../documents.ts';
import { Failure } from '../failure.ts';
import { toFields } from '../print.ts';

export const PUBLISHER_PROFILE_ROWS: readonly CommandRow[] = [
  {
    name: 'show',
    what: 'shows your own publisher with its public profile',
    async work(client) {
      const { myPublisher } = await client.request(MyPublisher, {});
      if (myPublisher === null)
        throw new Failure('NOT_FOUND', 'You are no publisher yet: publish a listing, or set a profile.');
      return { document: myPublisher, text: describePublisher(myPublisher) };
    },
  },
  {
    name: 'set',
    what: 'replaces your public profile; what is left out is empty afterwards',
    options: [
      new Option('--name <name>', 'the public name'),
      new Option('--text <text>', 'a short public text'),
      new Option('--link <url>', 'an https:// link; repeatable').argParser(gather),
    ],
    work: send({
      document: SetPublisherProfile,
      input: ({ name, text, link }) => ({ name, text, links: link }),
      show: ({ setPublisherProfile: { publisher } }) => ({
        document: publisher,
        text: describePublisher(publisher),
      }),
      isRepeatable: true,
    }),
  },
];

function describePublisher({ id, name, text, links, domain, createdAt }: PublisherFieldsFragment): string {
  return toFields({
    Publisher: id,
    Name: name ?? 'none',
    Text: text ?? 'none',
    ...(links.length > 0 && { Links: links.join(' ') }),
    ...(domain !== null && { Domain: `${domain.name}, proven since ${domain.provenAt}` }),
    Since: createdAt,
  });
}
