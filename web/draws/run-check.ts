import { element } from './element.ts';
import type { CheckTexts } from './texts.ts';
import { messageOf } from './words.ts';

/** What a check tells while it runs, and how it learns that the reader ends it. */
export interface RunningCheck {
  readonly cancelled: AbortSignal;
  readonly answered: (count: number) => void;
}

/** Runs a check that a button starts, and shows its progress, then its result or the message of its error, in `output`. */
export async function runCheck(
  texts: CheckTexts,
  { button, output }: { readonly button: HTMLButtonElement; readonly output: HTMLElement },
  check: (running: RunningCheck) => Promise<readonly HTMLElement[]>,
): Promise<void> {
  button.disabled = true;
  const cancelling = new AbortController();
  const { shown, answered } = progressOf(texts, cancelling);
  output.replaceChildren(...shown);
  const result = await check({ cancelled: cancelling.signal, answered }).catch((failure: unknown) => [
    element('p', 'note is-bad', messageOf(failure)),
  ]);
  button.disabled = false;
  // The focus of a button that vanishes would be lost.
  if (output.contains(document.activeElement)) button.focus();
  output.replaceChildren(...result);
}

/** The progress of a check, and a button that ends it. */
function progressOf(texts: CheckTexts, cancelling: AbortController) {
  const text = element('p', 'quiet', `${texts.running} …`);
  const progress = element('progress', '');
  progress.setAttribute('aria-label', texts.running);
  // Not announced: it changes with every response.
  const count = element('p', 'quiet');
  count.setAttribute('aria-live', 'off');
  const cancel = element('button', 'button is-quiet', texts.cancel);
  cancel.type = 'button';
  cancel.addEventListener('click', () => cancelling.abort());
  return {
    shown: [text, progress, count, cancel],
    answered: (responses: number) =>
      (count.textContent = texts.answers.replace('{count}', String(responses))),
  };
}
