import type { Listing } from '../listings/listing.ts';
import type { Picture, PictureSize } from './picture.ts';

/** The bytes that pictures may take up: those of one publisher, and all of them. */
export interface PictureSpace {
  readonly ofPublisher: number;
  readonly inAll: number;
}

/** Who reads a picture that is not public. */
export interface PictureReader {
  readonly publisherId: string;
  /** The account, which also reads those of the publishers that it is a member of; null for a key or a client. */
  readonly accountId: string | null;
}

/** Stores pictures by publisher and id. One that no listing and no draft has is deleted a day after it was last sent. */
export interface PictureStore {
  /** Which space has no room for one more picture; undefined when there is room, or the publisher has it already. */
  add(publisherId: string, picture: Picture, space: PictureSpace): Promise<keyof PictureSpace | undefined>;
  /** The share of its space that the pictures of a publisher take up. */
  usedBy(publisherId: string, space: PictureSpace): Promise<number>;
  /** Locks a picture of the publisher until the end of the transaction, so that it stays; false when there is none. */
  keep(publisherId: string, id: string): Promise<boolean>;
  /** Gives a listing a picture that its publisher has sent, or removes it; returns the listing. */
  setUploaded(listingId: string, id: string | null): Promise<Listing | undefined>;
  /** A file of a picture: of any publisher if a public listing has it, else of one that the reader may act for. */
  find(id: string, size: PictureSize, reader: PictureReader | undefined): Promise<Uint8Array | undefined>;
}
