import { element } from '../draws/element.ts';
import { Refusal } from '../draws/failure.ts';
import { field } from '../draws/fields.ts';
import { fill, messageOf } from '../draws/words.ts';
import { LONGEST_PROOF } from '../../src/verification/json-fields.ts';
import { readProofDocument } from '../../src/verification/proof-document.ts';
import { decodeHeader } from '../../src/verification/state/header.ts';
import type { VerifierTexts } from './languages.ts';

const MEGABYTE = 2 ** 20;

/** The proof that the reader gave. Nothing of a file that is no proof is kept. */
export class ProofFile {
  text: string | undefined;
  /** What is said about the file, a text of the language at the time. */
  private said: ((texts: VerifierTexts) => string) | undefined;
  private isBad = false;
  private latest = 0;
  private show: (() => void) | undefined;

  /** The field for the file, what it contains, and a button that removes it. */
  fields(texts: VerifierTexts, changed: () => void): HTMLElement[] {
    const input = element('input', '');
    const about = element('p', '');
    about.setAttribute('role', 'status');
    const remove = element('button', 'button is-quiet is-small', texts.own.remove);
    remove.type = 'button';
    remove.addEventListener('click', () => {
      void this.take([]);
      input.focus();
    });
    input.addEventListener('change', () => void this.take([...(input.files ?? [])]));
    this.show = () => {
      about.textContent = this.said?.(texts) ?? '';
      about.className = this.isBad ? 'note is-bad' : 'note';
      about.hidden = this.said === undefined;
      remove.hidden = this.said === undefined;
      if (this.text === undefined) input.value = '';
      changed();
    };
    this.show();
    const { file: label, fileHint: hint } = texts.own;
    const shown = field(input, 'file', { label, hint }, { type: 'file', accept: '.json,application/json' });
    return [...shown, about, remove];
  }

  /** Takes the one file of these; none removes the present one. */
  async take(files: readonly File[]): Promise<void> {
    const turn = (this.latest += 1);
    this.text = undefined;
    const [file] = files;
    try {
      if (files.length > 1) throw new Error('', { cause: 'oneFile' });
      const read = file && (await readProof(file));
      // The reader may have chosen another file by now.
      if (turn !== this.latest) return;
      this.text = read?.text;
      this.said = read && ((texts) => fill(texts.own.fileRead, read.values));
      this.isBad = false;
    } catch (error) {
      if (turn !== this.latest) return;
      this.said = (texts) => reasonFor(error, texts);
      this.isBad = true;
    }
    this.show?.();
  }
}

async function readProof(file: File) {
  if (file.size > LONGEST_PROOF) throw new Refusal('tooLarge', { count: String(LONGEST_PROOF / MEGABYTE) });
  const text = await file.text();
  const { site, state } = readProofDocument(text);
  const { number, hash } = decodeHeader(state.header);
  const values = {
    round: site.round + 1,
    index: site.round,
    giveaway: site.giveaway,
    hub: site.hub,
    chain: site.chainId,
    block: number,
    hash,
  };
  return { text, values };
}

function reasonFor(error: unknown, { check, own }: VerifierTexts): string {
  if (error instanceof Refusal) return fill(check[error.kind], error.values);
  if ((error as Error).cause === 'oneFile') return own.oneFile;
  return `${own.notProof} ${messageOf(error)}`;
}
