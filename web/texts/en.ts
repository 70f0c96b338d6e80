import { check } from './en/check.ts';
import { draw } from './en/draw.ts';
import { access } from './en/access.ts';
import { developers } from './en/developers.ts';
import { failures } from './en/failures.ts';
import { feed } from './en/feed.ts';
import { front } from './en/front.ts';
import { giveaways } from './en/giveaways.ts';
import { listing, reports } from './en/listing.ts';
import { passport } from './en/passport.ts';
import { domain, drafts, followed, members, profile } from './en/profile.ts';
import { publisher, tables } from './en/publisher.ts';
import { shell } from './en/shell.ts';
import { trackRecord } from './en/track-record.ts';

/** The catalogue in English; the other languages have the same entries. */
export const en = {
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

export type Texts = typeof en;
