import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import {
  PART_STATES,
  SERVICE_PARTS,
  type PartState,
  type ServicePart,
} from '../../../core/status/service-health.ts';
import { toEnum } from '../leaf-types/to-enum.ts';

const ServicePartEnum = toEnum(SERVICE_PARTS);
registerEnumType(ServicePartEnum, {
  name: 'ServicePart',
  description: 'A part of the service.',
  valuesConfig: {
    DATABASE: { description: 'The database.' },
    CACHE: { description: 'The cache that instances share.' },
    NODE: { description: 'The node of the chain.' },
    READ_MODEL: { description: 'The tables that are projected from the chain.' },
    BEACON: { description: 'The beacon that decides draws.' },
    MAIL: { description: 'The mail server that accepts e-mails.' },
    JOBS: { description: 'The background jobs.' },
  },
});

const PartStateEnum = toEnum(PART_STATES);
registerEnumType(PartStateEnum, {
  name: 'PartState',
  description: 'Whether a part works.',
  valuesConfig: {
    OK: { description: 'It works.' },
    LATE: { description: 'It works, but is behind the present.' },
    DOWN: { description: 'It does not answer.' },
    OFF: { description: 'This service works without it.' },
  },
});

@ObjectType('PartStatus', { description: 'The state of a part of the service.' })
export class PartStatusType {
  @Field(() => ServicePartEnum)
  part!: ServicePart;
  @Field(() => PartStateEnum)
  state!: PartState;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Seconds behind the present, of the read model and the beacon; of mail and jobs the seconds that the oldest one waits. Null where it is unknown.',
  })
  lagSeconds!: number | null;
}

@ObjectType('ServiceStatus', { description: 'The states of all parts of the service.' })
export class ServiceStatusType {
  @Field(() => GraphQLDateTime)
  checkedAt!: Date;
  @Field(() => [PartStatusType])
  parts!: readonly PartStatusType[];
}
