/**
 * `<passkey-form ceremony endpoint>`: shows its form, which is hidden without it, where the browser has passkeys. When the form is
 * sent, the browser makes a passkey (`registration`) or signs with one (`sign-in`) first, and the form has the result in its field
 * `credential`. What is shown when that fails comes as attributes.
 */
class PasskeyForm extends HTMLElement {
  private isBusy = false;

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
    // The back button finds the page as it was left.
    addEventListener('pageshow', () => (this.isBusy = false));
  }

  private async send(form: HTMLFormElement, field: HTMLInputElement, status: HTMLElement): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    status.textContent = '';
    try {
      field.value = JSON.stringify(await this.perform());
      form.submit();
    } catch (error) {
      this.isBusy = false;
      status.textContent = this.getAttribute(textFor(error));
    }
  }

  private async perform(): Promise<unknown> {
    const isRegistration = this.getAttribute('ceremony') === 'registration';
    const begin = isRegistration ? 'beginPasskeyRegistration' : 'beginPasskeySignIn';
    const response = await fetch(this.getAttribute('endpoint') ?? '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `mutation { ${begin} { options } }` }),
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

/** The attribute with the text for an error of the browser. */
function textFor(error: unknown): 'cancelled' | 'known' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed';
}

customElements.define('passkey-form', PasskeyForm);
