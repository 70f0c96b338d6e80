import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, InputType, ObjectType } from 'type-graphql';

@ObjectType()
export class TakeSnapshotPayload {
  @Field(() => String, {
    description: 'The folder with the copy, on the machine of the gateway. The next snapshot removes it.',
  })
  folder!: string;
}

@InputType()
export class RecordVerifiedBackupInput {
  @Field(() => String, { description: 'The SHA-256 of its content, 64 hexadecimal digits.' })
  checksum!: string;
  @Field(() => String, { description: 'When it was made, as an instant of ISO 8601.' })
  takenAt!: string;
}

@ObjectType()
export class RecordVerifiedBackupPayload {
  @Field(() => String, { description: 'The SHA-256 of its content.' })
  checksum!: string;
  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  takenAt!: Date;
}
