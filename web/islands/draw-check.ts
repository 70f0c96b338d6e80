import type { FailureKind } from '../draws/failure.ts';
import type { BrowserVerification } from '../draws/verify.ts';

/** The texts that the page passes in the attribute `texts`. */
export type DrawCheckTexts = Readonly<
  Record<
    'node' | 'hint' | 'start' | 'cancel' | 'running' | 'answers' | 'failed' | 'differs' | 'steps',
    string
  > &
    Record<FailureKind, string> & {
      verdict: Readonly<Record<BrowserVerification['verdict'], string>>;
      beacon: Readonly<Record<BrowserVerification['relay'], string>>;
    }
>;

/** `<draw-check hub giveaway round …>`: verifies a draw in the browser with a node that the reader names. */
class DrawCheck extends HTMLElement {
  private texts: DrawCheckTexts | undefined;

  connectedCallback(): void {
    if (this.texts !== undefined) return;
    this.texts = JSON.parse(this.getAttribute('texts') ?? '{}') as DrawCheckTexts;
    this.replaceChildren(...this.form(this.texts));
  }

  private form(texts: DrawCheckTexts): HTMLElement[] {
    const form = element('form', 'field');
    const label = element('label', '', texts.node);
    label.htmlFor = 'node';
    const input = element('input', '');
    Object.assign(input, { id: 'node', type: 'url', required: true, autocomplete: 'url', maxLength: 500 });
    input.placeholder = 'https://';
    input.value = this.address('node') ?? '';
    input.setAttribute('aria-describedby', 'node-hint');
    const hint = element('p', 'field-hint', texts.hint);
    hint.id = 'node-hint';
    const row = element('div', 'search');
    const button = element('button', 'button', texts.start);
    row.append(input, button);
    form.append(label, row, hint);
    const output = element('div', 'check-result');
    output.setAttribute('aria-live', 'polite');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.check(input.value, texts, button, output);
    });
    return [form, output];
  }

  private async check(node: string, texts: DrawCheckTexts, button: HTMLButtonElement, output: HTMLElement) {
    button.disabled = true;
    const cancelled = new AbortController();
    const running = this.running(texts, cancelled);
    output.replaceChildren(...running.shown);
    const shown = await this.verify(node, cancelled.signal, running.answered).then(
      (verification) => this.result(texts, verification),
      (failure: unknown) => [element('p', 'note is-bad', messageOf(failure))],
    );
    button.disabled = false;
    // The focus of a button that vanishes would be lost.
    if (output.contains(document.activeElement)) button.focus();
    output.replaceChildren(...shown);
  }

  /** What is shown during the verification: its progress, and a button that ends it. */
  private running(texts: DrawCheckTexts, cancelled: AbortController) {
    const text = element('p', 'quiet', `${texts.running} …`);
    const progress = element('progress', '');
    progress.setAttribute('aria-label', texts.running);
    // Not announced: it changes with every answer.
    const count = element('p', 'quiet');
    count.setAttribute('aria-live', 'off');
    const cancel = element('button', 'button is-quiet', texts.cancel);
    cancel.type = 'button';
    cancel.addEventListener('click', () => cancelled.abort());
    return {
      shown: [text, progress, count, cancel],
      answered: (answers: number) => (count.textContent = texts.answers.replace('{count}', String(answers))),
    };
  }

  /** Rejects with an Error whose message is for the reader. */
  private async verify(
    node: string,
    cancelled: AbortSignal,
    answered: (count: number) => void,
  ): Promise<BrowserVerification> {
    const texts = this.texts as DrawCheckTexts;
    const text = (name: string) => this.getAttribute(name) ?? '';
    // Most readers never press the button: the verification, by far the largest script, is loaded only then.
    const loaded = await import('../draws/verify.ts').catch((error: unknown) => {
      throw new Error(`${texts.failed} ${messageOf(error)}`, { cause: error });
    });
    const verification = loaded.verifyInBrowser({
      cancelled,
      answered,
      node,
      chainId: BigInt(text('chain')),
      hub: text('hub'),
      giveaway: text('giveaway'),
      round: Number(text('round')),
      fromBlock: Number(text('from-block')),
      hubBlock: Number(text('hub-block')),
      beacon: this.address('beacon'),
    });
    return verification.catch(async (cause: unknown) => {
      const kind = await loaded.failureKind(cause, node, cancelled);
      const reason = kind === undefined ? `${texts.failed} ${messageOf(cause)}` : texts[kind];
      throw new Error(reason, { cause });
    });
  }

  /** The address at a path of this site, which an attribute names. */
  private address(name: string): string | undefined {
    const path = this.getAttribute(name);
    return path === null ? undefined : new URL(path, location.href).href;
  }

  private result(
    texts: DrawCheckTexts,
    { verdict: reached, steps, relay, computedMs }: BrowserVerification,
  ): HTMLElement[] {
    const isVerified = reached === 'verified';
    const result = isVerified ? 'is-good' : 'is-bad';
    const verdict = element('div', isVerified ? 'note' : 'note is-bad');
    verdict.append(
      element('p', `verdict ${result}`, texts.verdict[reached]),
      element('p', '', texts.beacon[relay]),
    );
    const list = element('ol', 'check-steps');
    list.lang = 'en';
    for (const { name, found, differs } of steps) {
      const item = element('li', differs === undefined ? 'is-good' : 'is-bad');
      item.append(element('span', 'check-name', name), ' ', element('code', '', found));
      if (differs !== undefined)
        item.append(' ', element('strong', '', texts.differs.replace('{value}', differs)));
      list.append(item);
    }
    const details = element('details', '');
    details.open = !isVerified;
    details.append(element('summary', '', texts.steps.replace('{count}', String(steps.length))), list);
    this.dataset['computedMs'] = String(Math.round(computedMs));
    return [verdict, details];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text?: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

customElements.define('draw-check', DrawCheck);
