import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checkPublisherDomain } from '../../../core/publishers/domains/check-publisher-domain.ts';
import { claimPublisherDomain } from '../../../core/publishers/domains/claim-publisher-domain.ts';
import { myPublisherDomain } from '../../../core/publishers/domains/my-publisher-domain.ts';
import {
  stateOf,
  toFileUrl,
  toDomainProof,
  toRecordName,
  type PublisherDomain,
  type WayFinding,
} from '../../../core/publishers/domains/publisher-domain.ts';
import { removePublisherDomain } from '../../../core/publishers/domains/remove-publisher-domain.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import {
  CheckPublisherDomainPayload,
  type ClaimedDomainType,
  ClaimPublisherDomainInput,
  ClaimPublisherDomainPayload,
  type DomainFindingType,
  MyPublisherDomainType,
  RemovePublisherDomainPayload,
} from './domain-types.ts';

@Resolver()
export class DomainResolver {
  @Requires(myPublisherDomain)
  @Query(() => MyPublisherDomainType, {
    description: 'The domain that your own publisher claims, and how it is proven.',
  })
  async myPublisherDomain(@Ctx() { run }: GraphqlContext): Promise<MyPublisherDomainType> {
    const { checksAreOn, domain } = await run(myPublisherDomain, {});
    return { checksAreOn, domain: domain === undefined ? null : presentDomain(domain) };
  }

  @Requires(claimPublisherDomain)
  @Mutation(() => ClaimPublisherDomainPayload, {
    description:
      'Claims a domain for your publisher, instead of the one that it has; safe to repeat. The domain is proven by checkPublisherDomain.',
  })
  async claimPublisherDomain(
    @Arg('input', () => ClaimPublisherDomainInput) input: ClaimPublisherDomainInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ClaimPublisherDomainPayload> {
    return { domain: presentDomain(await run(claimPublisherDomain, input)) };
  }

  @Requires(checkPublisherDomain)
  @Mutation(() => CheckPublisherDomainPayload, {
    description:
      'Looks now for the proof of the domain that your publisher claims; it takes ten seconds at most.',
  })
  async checkPublisherDomain(@Ctx() { run }: GraphqlContext): Promise<CheckPublisherDomainPayload> {
    return { domain: presentDomain(await run(checkPublisherDomain, {})) };
  }

  @Requires(removePublisherDomain)
  @Mutation(() => RemovePublisherDomainPayload, {
    description: 'Removes the domain of your publisher; safe to repeat.',
  })
  async removePublisherDomain(
    @Arg('expected', () => String, {
      nullable: true,
      description:
        'The domain that the caller has seen: another one is not removed, and refused with the reason DOMAIN_CHANGED.',
    })
    expected: string | null | undefined,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RemovePublisherDomainPayload> {
    return { removed: await run(removePublisherDomain, { expected }) };
  }
}

function presentDomain(domain: PublisherDomain): ClaimedDomainType {
  const { name, token, provenAt, provenBy, checkedAt, trouble } = domain;
  return {
    name,
    state: stateOf(domain),
    proof: toDomainProof(token),
    recordName: toRecordName(name),
    fileUrl: toFileUrl(name),
    provenAt,
    provenBy,
    checkedAt,
    failure:
      trouble === null
        ? null
        : {
            at: trouble.at,
            since: trouble.since,
            dns: presentFinding(trouble.dns),
            file: presentFinding(trouble.file),
          },
  };
}

function presentFinding({ result, found }: WayFinding): DomainFindingType {
  return { result, found };
}
