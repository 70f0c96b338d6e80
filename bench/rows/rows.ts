import type { Row } from '../harness/row.ts';
import { cachedGet } from './cached-get.ts';
import { cachedPost } from './cached-post.ts';
import { newDocuments } from './new-documents.ts';
import { notModified } from './not-modified.ts';
import { publish } from './publish.ts';
import { stampede } from './stampede.ts';
import { uncached } from './uncached.ts';

/** Every row that can be run, by its number. */
export const ROWS: readonly Row[] = [
  cachedPost,
  cachedGet,
  notModified,
  stampede,
  uncached,
  newDocuments,
  publish,
];
