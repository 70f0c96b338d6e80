import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import {
  PART_REASONS,
  PART_STATES,
  SERVICE_PARTS,
  type PartReason,
  type PartState,
  type ServicePart,
} from '../../../core/status/service-health.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Public } from '../guard/field-rules.ts';

const ServicePartEnum = toEnum(SERVICE_PARTS);
registerEnumType(ServicePartEnum, {
  name: 'ServicePart',
  description: 'A part of the service.',
  valuesConfig: {
    DATABASE: { description: 'The database.' },
    REPLICA: { description: 'The replica of the database for public reads.' },
    CACHE: { description: 'The cache that instances share.' },
    NODE: { description: 'The node of the chain.' },
    READ_MODEL: { description: 'The tables that are projected from the chain.' },
    OPERATIONS: { description: 'The accepted operations that are not in a block yet.' },
    BEACON: { description: 'The beacon that decides draws.' },
    MAIL: { description: 'The mail server that accepts e-mails.' },
    JOBS: { description: 'The background jobs.' },
    ISSUER: { description: 'Another issuer of service tokens.' },
    KEYS: { description: 'The key-encryption keys, and the secrets that instances share.' },
    CLOCK: { description: 'The clock of this instance.' },
    BACKUP: { description: 'The newest backup that was verified; OFF before the first.' },
    SETTINGS: {
      description: 'The file of settings of this instance, and the settings that instances share.',
    },
  },
});

const PartStateEnum = toEnum(PART_STATES);
registerEnumType(PartStateEnum, {
  name: 'PartState',
  description: 'Whether a part works.',
  valuesConfig: {
    OK: { description: 'It works.' },
    LATE: { description: 'It works, but is behind the present.' },
    DOWN: { description: 'It does not work.' },
    OFF: { description: 'This service works without it.' },
  },
});

const PartReasonEnum = toEnum(PART_REASONS);
registerEnumType(PartReasonEnum, {
  name: 'PartReason',
  description: 'Why a part of the service is not OK.',
  valuesConfig: {
    RPC_DOWN: { description: 'The node does not answer.' },
    RPC_LAGGING: { description: 'The node is behind the chain.' },
    GAS_TOO_HIGH: { description: 'The fee of the chain is above the limit of this service.' },
    INSUFFICIENT_FUNDS: { description: 'A signer cannot pay for its transactions.' },
    SIGNER_PAUSED: { description: 'A signer cannot sign.' },
    NOT_WRITABLE: { description: 'It answers, but stores nothing.' },
    DISK_FULL: { description: 'Its disk is full, so that it stores nothing.' },
    NO_NEW_BLOCK: { description: 'The chain, or its node, has had no new block for much longer than usual.' },
    OTHER_CHAIN: { description: 'The node serves another chain than the one of the stored data.' },
    NOT_SENT: { description: 'Operations wait to be sent.' },
    NOT_MINED: { description: 'Transactions were sent, and no block contains them.' },
    FAILING: { description: 'The work fails time after time.' },
    GIVEN_UP: { description: 'Some of the work of the last day was given up.' },
    KEYS_UNREADABLE: {
      description:
        'The keys of the issuer cannot be read; while it is LATE, those that were read before serve.',
    },
    COUNTERS_EVICTABLE: {
      description:
        'The Redis of the counters may delete them when its memory is full: clients get new allowances.',
    },
    KEY_MISSING: {
      description: 'This instance lacks a key-encryption key, so that others must sign what needs it.',
    },
    OTHER_SECRETS: {
      description:
        'Another instance uses a secret that this one does not accept: of its sessions or tokens, some are refused here.',
    },
    DATABASE_CLOCK: { description: 'The clocks of this instance and of the database differ.' },
    BACKUP_OLD: { description: 'No backup of the last two days was verified.' },
    CHAIN_CLOCK: { description: 'The clocks of this instance and of the chain differ.' },
    SETTINGS_REFUSED: { description: 'The new settings are wrong, so that the former ones still hold.' },
    RESTART_NEEDED: { description: 'Some of the new settings need a restart of this instance.' },
    OTHER_SETTINGS: {
      description:
        'Another instance has another value of a setting that must be equal, such as the public address of the service.',
    },
  },
});

@Public({ cache: 'chain' })
@ObjectType('PartStatus', { description: 'The state of a part of the service.' })
export class PartStatusType {
  @Field(() => ServicePartEnum, { description: 'The part.' })
  part!: ServicePart;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Which of several parts of its kind it is, from 1 in the order of the configuration; null for a part of which there is one.',
  })
  number!: number | null;
  @Field(() => PartStateEnum, { description: 'Whether it works.' })
  state!: PartState;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Seconds behind the present, of the replica, the node, the read model and the beacon; of operations, mail and jobs the seconds that the oldest one waits; of an issuer the age of keys that cannot be read again; of the clock by how much it differs from others; of the backup its age. Null where it is unknown.',
  })
  lagSeconds!: number | null;
  @Field(() => PartReasonEnum, {
    nullable: true,
    description: 'Why it is not OK; null while it is, or when the reason is unknown.',
  })
  reason!: PartReason | null;
}

@Public({ cache: 'chain' })
@ObjectType('ServiceStatus', { description: 'The states of all parts of the service.' })
export class ServiceStatusType {
  @Field(() => GraphQLDateTime, { description: 'When the parts were checked.' })
  checkedAt!: Date;
  @Field(() => [PartStatusType], { description: 'The parts that this service has, each with its state.' })
  parts!: readonly PartStatusType[];
}
