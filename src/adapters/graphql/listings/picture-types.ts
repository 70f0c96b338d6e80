import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { ShownPicture } from '../../../core/pictures/picture.ts';
import { Public } from '../guard/field-rules.ts';

const path = (side: string) =>
  `The path of the file below the address of the service: at most ${side} pixels.`;

@Public({ cache: 'feed' })
@ObjectType('ListingPicture', {
  description: 'An image of a publisher as WebP, in three sizes. What is at these paths never changes.',
})
export class ListingPictureType implements ShownPicture {
  @Field(() => ID, { description: 'The hash of its content, and its size.' })
  id!: string;
  @Field(() => String, { description: path('320 x 320') })
  small!: string;
  @Field(() => String, { description: path('640 x 640') })
  medium!: string;
  @Field(() => String, { description: path('1,280 x 1,280') })
  large!: string;
  @Field(() => Int, { description: 'The width of the large one, in pixels.' })
  width!: number;
  @Field(() => Int, { description: 'The height of the large one, in pixels.' })
  height!: number;
}
