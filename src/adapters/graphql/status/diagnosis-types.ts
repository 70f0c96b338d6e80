import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ObjectType } from 'type-graphql';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Requires } from '../guard/field-rules.ts';
import { diagnosis } from '../../../core/status/diagnosis.ts';

@Requires(diagnosis)
@ObjectType('SignerDiagnosis', { description: 'A signer as the database and the chain know it.' })
export class SignerDiagnosisType {
  @Field(() => Address, { description: 'Its address.' })
  address!: string;
  @Field(() => Boolean, { description: 'Whether this instance has the key-encryption key of its wallet.' })
  canSign!: boolean;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'How many transactions the chain has of it; null while the node does not answer.',
  })
  sent!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'How many transactions the database knows of it; null before its first. Fewer than the chain has: others were lost, or were sent by another program.',
  })
  recorded!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'How many typical operations its balance pays for at the present fee; null while the node does not answer.',
  })
  operationsLeft!: number | null;
  @Field(() => Boolean, {
    description: 'Whether these are few, so that native currency should be sent to it.',
  })
  needsFunds!: boolean;
}

@Requires(diagnosis)
@ObjectType('UnknownTransaction', {
  description: 'A transaction of a signer in custody that the database has no operation for.',
})
export class UnknownTransactionType {
  @Field(() => Hash, { description: 'Its hash.' })
  hash!: string;
  @Field(() => Address, { description: 'The signer.' })
  signer!: string;
  @Field(() => GraphQLSafeInt, { description: 'Its block.' })
  blockNumber!: number;
  @Field(() => GraphQLDateTime, { description: 'When it was mined.' })
  minedAt!: Date;
  @Field(() => [String], { description: 'The names of the contracts’ events in it, in order.' })
  events!: readonly string[];
}

@Requires(diagnosis)
@ObjectType('Diagnosis', { description: 'What an operator should look at, above all after a restore.' })
export class DiagnosisType {
  @Field(() => [SignerDiagnosisType], {
    description: 'The signers that are attached to a provider or have sent transactions here.',
  })
  signers!: readonly SignerDiagnosisType[];
  @Field(() => [UnknownTransactionType], {
    description:
      'Of the newest 10,000 events of the last 30 days, newest first, at most 100. A request that is repeated with its Idempotency-Key adopts its transaction.',
  })
  unknownTransactions!: readonly UnknownTransactionType[];
  @Field(() => String, { description: 'The version of this instance, with its commit where that is known.' })
  version!: string;
  @Field(() => [String], {
    description: 'What of the configuration works and should be changed all the same, each with what to do.',
  })
  advice!: readonly string[];
  @Field(() => [String], { description: 'The migrations of this version that have not run.' })
  pendingMigrations!: readonly string[];
  @Field(() => [String], { description: 'The migrations of later versions, which work beside this one.' })
  laterMigrations!: readonly string[];
}
