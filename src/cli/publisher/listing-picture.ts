import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { CommandRow, Options, Result } from '../command.ts';
import { SetListingPicture } from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields } from '../print.ts';
import { IS_OWN_ID, OWN_ID, toReference } from './own-id.ts';

/** The types of images by how their files begin; the text of an AVIF or WebP file comes after its length. */
const TYPES = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftyp'],
] as const;

/** The command `giveaways listings picture`. */
export const LISTING_PICTURE: CommandRow = {
  name: 'picture',
  what: 'shows your listing with an image, or without one by --remove; safe to repeat',
  takes: [OWN_ID, ['[file]', 'a JPEG, PNG, WebP or AVIF image']],
  options: [new Option('--remove', 'removes the picture'), IS_OWN_ID],
  async work(client, options, id = '', file) {
    const picture = await toPicture(client, options, file);
    const input = { ...toReference(options, id), picture };
    const { listing } = (await client.requestRepeatedly(SetListingPicture, { input })).setListingPicture;
    return show(listing.picture, listing, options, id);
  },
};

/** The id of the picture of a file; null for none. */
async function toPicture(
  client: GraphqlClient,
  { remove }: Options,
  file: string | undefined,
): Promise<string | null> {
  if ((remove === true) === (file !== undefined))
    throw new Failure('WRONG_USAGE', 'Name an image, or give --remove.', { exitCode: 2 });
  if (file === undefined) return null;
  const image = await read(file);
  const start = image.subarray(0, 12).toString('latin1');
  const type = TYPES.find(([, at, mark]) => start.startsWith(mark, at))?.[0];
  if (type === undefined)
    throw new Failure('INVALID_FILE', `${file} is not an image: name a JPEG, PNG, WebP or AVIF file.`);
  const { picture } = await client.upload<{ readonly picture: { readonly id: string } }>('/api/pictures', {
    type,
    bytes: image,
  });
  return picture.id;
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure('INVALID_FILE', `${file} cannot be read (${code ?? message}): name an image.`);
  }
}

interface Picture {
  readonly large: string;
  readonly width: number;
  readonly height: number;
}

function show(picture: Picture | null, listing: object, { url }: Options, id: string): Result {
  if (picture === null) return { document: listing, text: `${id} has no picture now.` };
  const { large, width, height } = picture;
  const text = toFields({ Picture: `${url.replace(/\/$/, '')}${large}`, Size: `${width} x ${height}` });
  return { document: listing, text };
}
