import type { Texts } from './en.ts';
import { check } from './de/check.ts';
import { draw } from './de/draw.ts';
import { access } from './de/access.ts';
import { developers } from './de/developers.ts';
import { failures } from './de/failures.ts';
import { feed } from './de/feed.ts';
import { front } from './de/front.ts';
import { giveaways } from './de/giveaways.ts';
import { listing, reports } from './de/listing.ts';
import { passport } from './de/passport.ts';
import { domain, drafts, followed, members, profile } from './de/profile.ts';
import { publisher, tables } from './de/publisher.ts';
import { shell } from './de/shell.ts';
import { trackRecord } from './de/track-record.ts';

/** The catalogue in German. */
export const de: Texts = {
  shell,
  failures,
  feed,
  front,
  listing,
  giveaways,
  draw,
  check,
  passport,
  access,
  followed,
  profile,
  domain,
  publisher,
  tables,
  trackRecord,
  reports,
  developers,
  drafts,
  members,
};
