/** Before the challenge of an offer ends, which is after five minutes, the offer has a new one. */
const RENEWAL_MS = 240_000;

/**
 * `<passkey-form ceremony endpoint>`: shows its form, which is hidden without it, where the browser has passkeys. When the form is
 * sent, the browser makes a passkey (`registration`) or signs with one (`sign-in`) first, and the form has the result in its field
 * `credential`. What is shown when that fails comes as attributes. A sign-in is also offered where the browser fills in the e-mail
 * address (conditional mediation), if it knows a passkey.
 */
class PasskeyForm extends HTMLElement {
  private isBusy = false;
  /** The offer that waits for the reader, and what ends it: a browser has one request at a time. */
  private offered: Promise<void> | undefined;
  private offer = new AbortController();

  connectedCallback(): void {
    const form = this.querySelector('form');
    const field = form?.querySelector<HTMLInputElement>('input[name=credential]');
    if (!form || !field || !isSupported()) return;
    form.hidden = false;
    const without = this.querySelector<HTMLElement>('[data-without]');
    if (without) without.hidden = true;
    // A message is read out only if its place was there, empty, before it.
    const status = document.createElement('p');
    status.className = 'field-error';
    status.setAttribute('role', 'alert');
    this.append(status);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.send(form, field, status);
    });
    this.offerPasskeys(form, field);
    // The back button finds the page as it was left.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.isBusy = false;
      this.offerPasskeys(form, field);
    });
  }

  private offerPasskeys(form: HTMLFormElement, field: HTMLInputElement): void {
    if (this.getAttribute('ceremony') !== 'sign-in') return;
    if (this.offered !== undefined) return;
    this.offer = new AbortController();
    this.offered = this.offerUntil(this.offer.signal, form, field)
      .catch(() => undefined)
      .finally(() => (this.offered = undefined));
  }

  /** Offers passkeys until the reader takes one, presses the button or leaves; silently, since nobody has asked for it. */
  private async offerUntil(
    ended: AbortSignal,
    form: HTMLFormElement,
    field: HTMLInputElement,
  ): Promise<void> {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    while (!ended.aborted) {
      const renewal = new AbortController();
      const timer = setTimeout(() => renewal.abort(), RENEWAL_MS);
      try {
        const credential = await this.perform(AbortSignal.any([ended, renewal.signal]));
        if (this.isBusy) return;
        this.isBusy = true;
        this.submit(form, field, credential);
        return;
      } catch {
        if (!renewal.signal.aborted) return;
        await whenVisible();
      } finally {
        clearTimeout(timer);
      }
    }
  }

  private submit(form: HTMLFormElement, field: HTMLInputElement, credential: unknown): void {
    field.value = JSON.stringify(credential);
    form.submit();
  }

  private async send(form: HTMLFormElement, field: HTMLInputElement, status: HTMLElement): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    status.textContent = '';
    try {
      this.offer.abort();
      await this.offered;
      this.submit(form, field, await this.perform());
    } catch (error) {
      this.isBusy = false;
      status.textContent = this.getAttribute(textFor(error));
      this.offerPasskeys(form, field);
    }
  }

  /** Asks the browser for a credential; with a signal it is offered among what fills in the e-mail address. */
  private async perform(offer?: AbortSignal): Promise<unknown> {
    const isRegistration = this.getAttribute('ceremony') === 'registration';
    const begin = isRegistration ? 'beginPasskeyRegistration' : 'beginPasskeySignIn';
    const response = await fetch(this.getAttribute('endpoint') ?? '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `mutation { ${begin} { options } }` }),
      signal: offer ?? null,
    });
    const { data } = (await response.json()) as Begun;
    const options = data?.[begin]?.options;
    if (options === undefined) throw new Error('The service gave no options.');
    const { credentials } = navigator;
    const credential = isRegistration
      ? await credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
            options as PublicKeyCredentialCreationOptionsJSON,
          ),
        })
      : await credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
            options as PublicKeyCredentialRequestOptionsJSON,
          ),
          ...(offer && { mediation: 'conditional', signal: offer }),
        });
    if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey.');
    return credential.toJSON();
  }
}

interface Begun {
  readonly data?: Readonly<Record<string, { readonly options: unknown } | null>> | null;
}

/** Whether the browser has passkeys, and their form in JSON (WebAuthn level 3). */
function isSupported(): boolean {
  return (
    'PublicKeyCredential' in globalThis &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  );
}

/** A page that nobody sees asks for nothing. */
async function whenVisible(): Promise<void> {
  if (!document.hidden) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  document.addEventListener('visibilitychange', () => resolve(), { once: true });
  await promise;
}

/** The attribute with the text for an error of the browser. */
function textFor(error: unknown): 'cancelled' | 'known' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed';
}

customElements.define('passkey-form', PasskeyForm);
