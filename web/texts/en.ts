import { failures } from './en/failures.ts';
import { feed } from './en/feed.ts';
import { listing } from './en/listing.ts';
import { shell } from './en/shell.ts';

/** The catalogue in English; the other languages have the same entries. */
export const en = { shell, failures, feed, listing };

export type Texts = typeof en;
