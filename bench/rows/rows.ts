import type { Row } from '../harness/row.ts';
import { cachedGet } from './cached-get.ts';
import { cachedPost } from './cached-post.ts';
import { feedBesideChain } from './feed-beside-chain.ts';
import { followers } from './followers.ts';
import { nested } from './nested.ts';
import { newDocuments } from './new-documents.ts';
import { notModified } from './not-modified.ts';
import { operationsAtOnce, operationsInBlocks } from './operations.ts';
import { pages } from './pages.ts';
import { providerOperations } from './provider-operations.ts';
import { provisions } from './provisions.ts';
import { publishBesideReaders } from './publish-beside-readers.ts';
import { publish } from './publish.ts';
import { reindex } from './reindex.ts';
import { scaleReads } from './scale/scale.ts';
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
  nested,
  publish,
  operationsInBlocks,
  operationsAtOnce,
  reindex,
  feedBesideChain,
  providerOperations,
  scaleReads,
  provisions,
  publishBesideReaders,
  pages,
  followers,
];
