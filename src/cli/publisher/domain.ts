import { send, type CommandRow, type Result } from '../command.ts';
import {
  CheckPublisherDomain,
  ClaimPublisherDomain,
  MyPublisherDomain,
  RemovePublisherDomain,
  type ClaimedDomainFieldsFragment,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import { toFields } from '../print.ts';

/** The commands `giveaways publishers domain …`. */
export const DOMAIN_ROWS: readonly CommandRow[] = [
  {
    name: 'claim',
    what: 'claims a domain instead of the present one, and prints what proves it',
    takes: [['<domain>', 'a name such as example.org']],
    work: send({
      document: ClaimPublisherDomain,
      input: (_options, domain) => ({ domain }),
      show: ({ claimPublisherDomain: { domain } }) => show(domain),
      isRepeatable: true,
    }),
  },
  {
    name: 'show',
    what: 'shows the domain that you claim, and how it is proven',
    async work(client) {
      const { domain, checksAreOn } = (await client.request(MyPublisherDomain, {})).myPublisherDomain;
      if (domain !== null) return show(domain);
      if (!checksAreOn) throw new Failure('NOT_FOUND', 'You claim no domain, and this service checks none.');
      throw new Failure(
        'NOT_FOUND',
        'You claim no domain yet: giveaways publishers domain claim example.org',
      );
    },
  },
  {
    name: 'check',
    what: 'looks for the proof now; fails unless the domain is proven',
    async work(client) {
      const { domain } = (await client.request(CheckPublisherDomain, {})).checkPublisherDomain;
      return { ...show(domain), failed: domain.state !== 'PROVEN' };
    },
  },
  {
    name: 'remove',
    what: 'removes the domain and its proof',
    async work(client) {
      const { removed } = (await client.requestRepeatedly(RemovePublisherDomain, {})).removePublisherDomain;
      return { document: { removed }, text: removed ? 'The domain is removed.' : 'There was no domain.' };
    },
  },
];

function show(domain: ClaimedDomainFieldsFragment): Result {
  const { name, state, proof, recordName, fileUrl, provenAt, checkedAt, failure } = domain;
  const found = ({ result, found: text }: { readonly result: string; readonly found: string | null }) =>
    text === null || text === '' ? result : `${result}: ${text}`;
  const text = toFields({
    Domain: name,
    State: state,
    ...(provenAt !== null && { Since: provenAt }),
    ...(checkedAt !== null && { Checked: checkedAt }),
    ...(failure !== null && {
      'Failed at': failure.at,
      'DNS had': found(failure.dns),
      'File had': found(failure.file),
    }),
    Proof: proof,
    'TXT record': recordName,
    'or file': fileUrl,
  });
  return { document: domain, text };
}
