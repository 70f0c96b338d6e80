import { prepareVerification } from '../../src/verification/prepare.ts';
import type { DrawSite } from '../../src/verification/verify-evidence.ts';
import { expectBeacon } from '../draws/beacon.ts';
import { verifyDocument } from '../draws/prove.ts';
import { openNodes, present, type BrowserVerification, type NamedSources } from '../draws/verify.ts';

/** What a file is verified with. */
export interface FileQuestion extends NamedSources {
  /** The draw that the reader expects, as far as he names it. */
  readonly requested: Partial<DrawSite>;
  /** The first block in which twins are looked for. */
  readonly hubBlock: number;
}

/** Verifies the text of a proof with the sources of the reader. Rejects with an Error. */
export async function verifyFile(text: string, question: FileQuestion): Promise<BrowserVerification> {
  const expected = await expectBeacon(question);
  await prepareVerification();
  const startedAt = performance.now();
  const verification = await verifyDocument(text, { ...question, nodes: openNodes(question), expected });
  return present(verification, { question, expected, startedAt, isFromService: false });
}
