import { element } from '../draws/element.ts';
import { sourceFields } from '../draws/fields.ts';
import { runCheck, type RunningCheck } from '../draws/run-check.ts';
import type { CheckTexts } from '../draws/texts.ts';
import { fill, messageOf } from '../draws/words.ts';

/** `<draw-check hub giveaway round …>`: verifies a draw in the browser with sources that the reader names. */
class DrawCheck extends HTMLElement {
  private texts: CheckTexts | undefined;

  connectedCallback(): void {
    if (this.texts !== undefined) return;
    this.texts = JSON.parse(this.getAttribute('texts') ?? '{}') as CheckTexts;
    this.replaceChildren(...this.form(this.texts));
  }

  private form(texts: CheckTexts): HTMLElement[] {
    const form = element('form', 'field');
    const own = this.address('node');
    const { shown, node, values } = sourceFields(texts, {
      node: own === undefined ? fill(texts.nodeHint, { chain: this.text('chain') }) : texts.relayHint,
      second: fill(texts.secondHint, { block: this.text('drawn-block') }),
    });
    node.required = true;
    node.value = own ?? '';
    const button = element('button', 'button', texts.start);
    form.append(...shown, button);
    const output = element('div', 'check-result');
    output.setAttribute('aria-live', 'polite');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void runCheck(texts, { button, output }, (running) => this.verify(texts, values(), running));
    });
    return [form, output];
  }

  /** Rejects with an Error whose message is for the reader. */
  private async verify(
    texts: CheckTexts,
    { note, ...sources }: ReturnType<ReturnType<typeof sourceFields>['values']>,
    running: RunningCheck,
  ): Promise<HTMLElement[]> {
    // Most readers never press the button: the verification, by far the largest script, is loaded only then.
    const loaded = await import('../draws/in-browser.ts').catch((error: unknown) => {
      throw new Error(`${texts.failed} ${messageOf(error)}`, { cause: error });
    });
    const question = {
      ...sources,
      ...running,
      chainId: BigInt(this.text('chain')),
      hub: this.text('hub'),
      giveaway: this.text('giveaway'),
      round: Number(this.text('round')),
      fromBlock: Number(this.text('from-block')),
      hubBlock: Number(this.text('hub-block')),
      document: this.address('proof'),
      beacon: this.address('beacon'),
    };
    try {
      const verification = await loaded.verifyInBrowser(question);
      this.dataset['computedMs'] = String(Math.round(verification.computedMs));
      return loaded.showVerification(texts, verification, note);
    } catch (cause) {
      throw new Error(await loaded.reasonOf(cause, texts, question), { cause });
    }
  }

  private text(name: string): string {
    return this.getAttribute(name) ?? '';
  }

  /** The address at a path of this site, which an attribute names. */
  private address(name: string): string | undefined {
    const path = this.getAttribute(name);
    return path === null ? undefined : new URL(path, location.href).href;
  }
}

customElements.define('draw-check', DrawCheck);
