/**
 * `<form-draft name version>`: keeps what was entered in its form in the tab, so that a lost connection, a reload or a crash of the
 * browser loses nothing. A draft of the same version is filled in again; one of another version is offered by two buttons. What the
 * server returned of a sent form is newer than the draft. With `clear`, it discards the drafts whose names begin with the name.
 */
class FormDraft extends HTMLElement {
  connectedCallback(): void {
    const key = `draft ${this.getAttribute('name') ?? ''}`;
    if (this.hasAttribute('clear')) {
      for (const stored of Object.keys(sessionStorage))
        if (stored.startsWith(key)) sessionStorage.removeItem(stored);
      return;
    }
    const form = this.querySelector('form');
    if (form === null) return;
    const version = this.getAttribute('version') ?? '';
    const save = () => write(key, { version, values: valuesOf(form) });
    const draft = read(key);
    if (this.hasAttribute('sent')) save();
    else if (draft?.version === version) fill(form, draft.values);
    else if (draft !== undefined) this.offer(form, draft, key, save);
    form.addEventListener('input', save);
  }

  /** Asks before it replaces what the form shows. Until then, what is entered does not replace the draft. */
  private offer(form: HTMLFormElement, draft: Draft, key: string, save: () => void): void {
    const note = document.createElement('div');
    note.className = 'note row';
    note.setAttribute('role', 'status');
    const choose = (name: string, action: () => void) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button is-quiet is-small';
      button.textContent = this.getAttribute(name) ?? '';
      button.addEventListener('click', () => {
        action();
        note.remove();
      });
      return button;
    };
    const text = document.createElement('p');
    text.textContent = this.getAttribute('offer') ?? '';
    const take = choose('take', () => {
      fill(form, draft.values);
      save();
    });
    note.append(
      text,
      take,
      choose('discard', () => sessionStorage.removeItem(key)),
    );
    this.prepend(note);
  }
}

interface Draft {
  /** The version of the listing that it was based on. */
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function textFields(form: HTMLFormElement): TextField[] {
  return [
    ...form.querySelectorAll<TextField>(
      'input:not([type=hidden], [type=password], [type=file], [type=checkbox]), textarea, select',
    ),
  ];
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(textFields(form).map(({ name, value }) => [name, value]));
}

function fill(form: HTMLFormElement, values: Draft['values']): void {
  for (const field of textFields(form)) {
    const value = values[field.name];
    if (value !== undefined) field.value = value;
  }
}

function read(key: string): Draft | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as Draft);
}

function write(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The tab's storage is full: the form works without a draft.
  }
}

customElements.define('form-draft', FormDraft);
