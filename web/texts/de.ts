import type { Texts } from './en.ts';
import { failures } from './de/failures.ts';
import { feed } from './de/feed.ts';
import { listing } from './de/listing.ts';
import { shell } from './de/shell.ts';

/** The catalogue in German. */
export const de: Texts = { shell, failures, feed, listing };
