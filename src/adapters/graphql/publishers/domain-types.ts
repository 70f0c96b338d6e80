import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { myPublisherDomain } from '../../../core/publishers/domains/my-publisher-domain.ts';
import {
  LOST_AFTER_CHECKS,
  LOST_AFTER_DAYS,
  SILENT_AFTER_DAYS,
} from '../../../core/publishers/domains/next-standing.ts';
import {
  DOMAIN_RESULTS,
  DOMAIN_STATES,
  DOMAIN_WAYS,
  type DomainResult,
  type DomainState,
  type DomainWay,
} from '../../../core/publishers/domains/publisher-domain.ts';
import { Requires } from '../guard/field-rules.ts';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { toEnum } from '../leaf-types/to-enum.ts';

const DomainStateEnum = toEnum(DOMAIN_STATES);
registerEnumType(DomainStateEnum, {
  name: 'DomainState',
  description: 'Whether a domain is proven to be that of a publisher.',
  valuesConfig: {
    PENDING: { description: 'It waits for the first check.' },
    PROVEN: {
      description: `A check found the token. Later checks that fail do not change that at once: the domain is lost when ${LOST_AFTER_CHECKS} checks over ${LOST_AFTER_DAYS} days find the token gone, or when all checks of ${SILENT_AFTER_DAYS} days fail.`,
    },
    FAILED: { description: 'The last check found no token.' },
  },
});

const DomainWayEnum = toEnum(DOMAIN_WAYS);
registerEnumType(DomainWayEnum, {
  name: 'DomainWay',
  description: 'Where a token was found.',
  valuesConfig: {
    DNS: { description: 'In a TXT record.' },
    FILE: { description: "In a file of the domain's website." },
  },
});

const DomainResultEnum = toEnum(DOMAIN_RESULTS);
registerEnumType(DomainResultEnum, {
  name: 'DomainResult',
  description: 'What was found instead of a token.',
  valuesConfig: {
    NOT_FOUND: { description: 'Nothing: no such name, no such record or no such file.' },
    OTHER_TEXT: { description: 'Another text.' },
    REDIRECTED: { description: 'A redirect, which is not followed.' },
    PRIVATE_ADDRESS: { description: 'A website whose address is not public.' },
    NO_ANSWER: { description: 'No answer, or the answer that the server is out of order.' },
  },
});

@InputType()
export class ClaimPublisherDomainInput {
  @Field(() => String)
  domain!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The domain that the caller has seen, empty for none: the claim is refused with the reason DOMAIN_CHANGED when it is another, unless that is the claimed one.',
  })
  expected?: string | null;
}

@Requires(myPublisherDomain)
@ObjectType('DomainFinding', { description: 'What was found at one of the two places of a token.' })
export class DomainFindingType {
  @Field(() => DomainResultEnum, { description: 'What it is.' })
  result!: DomainResult;
  @Field(() => String, {
    nullable: true,
    description: 'The beginning of what was found there, or the code of the error.',
  })
  found!: string | null;
}

@Requires(myPublisherDomain)
@ObjectType('DomainFailure', { description: 'The checks that found no token since the last one that did.' })
class DomainFailureType {
  @Field(() => GraphQLDateTime, { description: 'The last of these checks.' })
  at!: Date;
  @Field(() => GraphQLDateTime, { description: 'The first of these checks.' })
  since!: Date;
  @Field(() => DomainFindingType, { description: 'Instead of the TXT record.' })
  dns!: DomainFindingType;
  @Field(() => DomainFindingType, { description: 'Instead of the file.' })
  file!: DomainFindingType;
}

@Requires(myPublisherDomain)
@ObjectType('ClaimedDomain', { description: 'The domain that a publisher claims, as the publisher sees it.' })
export class ClaimedDomainType {
  @Field(() => String, { description: 'The name, in lower-case ASCII.' })
  name!: string;
  @Field(() => DomainStateEnum, { description: 'Whether it is proven.' })
  state!: DomainState;
  @Field(() => String, { description: 'The text that proves the domain, in a TXT record or in a file.' })
  proof!: string;
  @Field(() => String, { description: 'The name of the TXT record whose whole text is the proof.' })
  recordName!: string;
  @Field(() => String, {
    description: 'The address of a file that contains the proof in its first kilobyte.',
  })
  fileUrl!: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Since when it is proven without an interruption; null unless it is.',
  })
  provenAt!: Date | null;
  @Field(() => DomainWayEnum, {
    nullable: true,
    description: 'Where the last check found the proof; null unless it is proven.',
  })
  provenBy!: DomainWay | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The last check that found the proof; null without one.',
  })
  checkedAt!: Date | null;
  @Field(() => DomainFailureType, {
    nullable: true,
    description: 'Why the last check found no proof; null when it did, and before the first check.',
  })
  failure!: DomainFailureType | null;
}

@Requires(myPublisherDomain)
@ObjectType('MyPublisherDomain', { description: 'The domain of your own publisher.' })
export class MyPublisherDomainType {
  @Field(() => Boolean, { description: 'Whether this service checks domains.' })
  checksAreOn!: boolean;
  @Field(() => ClaimedDomainType, {
    nullable: true,
    description: 'The domain that it claims; null without one.',
  })
  domain!: ClaimedDomainType | null;
}

@ObjectType()
export class ClaimPublisherDomainPayload {
  @Field(() => ClaimedDomainType, { description: 'The domain, with the text that proves it.' })
  domain!: ClaimedDomainType;
}

@ObjectType()
export class CheckPublisherDomainPayload {
  @Field(() => ClaimedDomainType, { description: 'The domain after the check.' })
  domain!: ClaimedDomainType;
}

@ObjectType()
export class RemovePublisherDomainPayload {
  @Field(() => Boolean, { description: 'Whether there was one.' })
  removed!: boolean;
}
