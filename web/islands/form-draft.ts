/**
 * `<form-draft name>`: keeps what was entered in its form in the tab, so that a lost connection, a reload or the back button
 * loses nothing. With `clear`, it discards the draft. Passwords and hidden fields are not kept.
 */
class FormDraft extends HTMLElement {
  connectedCallback(): void {
    const key = `draft ${this.getAttribute('name') ?? ''} ${this.hasAttribute('clear') ? '' : location.pathname}`;
    if (this.hasAttribute('clear')) {
      for (const stored of Object.keys(sessionStorage))
        if (stored.startsWith(key)) sessionStorage.removeItem(stored);
      return;
    }
    const form = this.querySelector('form');
    if (form === null) return;
    restore(form, sessionStorage.getItem(key + location.search));
    form.addEventListener('input', () =>
      sessionStorage.setItem(key + location.search, JSON.stringify(valuesOf(form))),
    );
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function textFields(form: HTMLFormElement): TextField[] {
  return [...form.querySelectorAll<TextField>('input:not([type=hidden], [type=password]), textarea')];
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(textFields(form).map(({ name, value }) => [name, value]));
}

/** Fills in what was kept where the server has sent nothing else. */
function restore(form: HTMLFormElement, kept: string | null): void {
  if (kept === null) return;
  const values = JSON.parse(kept) as Record<string, string>;
  for (const field of textFields(form)) {
    const value = values[field.name];
    if (value !== undefined) field.value = value;
  }
}

customElements.define('form-draft', FormDraft);
