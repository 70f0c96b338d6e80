/** The pause in typing after which a form is saved, and the longest time of typing without a pause. */
const PAUSE_MS = 2_000;
const LONGEST_MS = 15_000;
/** After failures the pauses get longer, up to this. */
const LONGEST_PAUSE_MS = 60_000;
const TIMEOUT_MS = 20_000;
/** A larger form is sent in parts, and not while the page closes. */
const LARGEST_TEXT = 60_000;

/**
 * `<draft-saver>`: saves the form inside it as a draft while somebody types, and says when that was below it, or why it failed at
 * the end of the window. A draft that another tab has saved or deleted is not replaced: the form is saved as another one when a button
 * is pressed. Whether that has happened is also asked when somebody comes back to the tab.
 */
class DraftSaver extends HTMLElement {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pause = PAUSE_MS;
  /** Since when something was entered that is not saved. */
  private changedAt: number | undefined;
  private saving: Promise<void> | undefined;
  /** The form is being sent by a button, or left to discard its draft. */
  private isSent = false;
  private isStopped = false;
  private isChecking = false;
  private unanswered: URLSearchParams | undefined;
  private readonly state = document.createElement('div');

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (form === null) return;
    this.state.className = 'quiet';
    form.append(this.state);
    form.addEventListener('input', () => {
      this.changedAt ??= performance.now();
      this.schedule(form);
    });
    form.addEventListener('submit', (event) => this.waitForSave(form, event));
    discardLinkOf(form)?.addEventListener('click', (event) => void this.saveBefore(form, event));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.start(form, true);
      else void this.check(form);
    });
    // Windows beside each other are both visible.
    addEventListener('focus', () => void this.check(form));
    // The page is shown again by the back button.
    addEventListener('pageshow', () => (this.isSent = false));
    // A keyboard on the screen covers the end of the window.
    for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, () => this.uncover());
  }

  private schedule(form: HTMLFormElement): void {
    clearTimeout(this.timer);
    if (this.changedAt === undefined || this.saving !== undefined) return;
    const longest = this.changedAt + LONGEST_MS - performance.now();
    const wait = this.pause > PAUSE_MS ? this.pause : Math.max(0, Math.min(this.pause, longest));
    this.timer = setTimeout(() => this.start(form), wait);
  }

  private start(form: HTMLFormElement, isClosing = false): void {
    clearTimeout(this.timer);
    const isIdle = this.changedAt !== undefined && this.saving === undefined;
    if (!isIdle || this.isSent || this.isStopped) return;
    this.changedAt = undefined;
    this.saving = this.save(form, isClosing).finally(() => {
      this.saving = undefined;
      this.schedule(form);
    });
  }

  /** A form that is sent while it is saved would not know the new revision. */
  private waitForSave(form: HTMLFormElement, event: SubmitEvent): void {
    const { saving } = this;
    if (saving === undefined) {
      this.isSent = true;
      return;
    }
    event.preventDefault();
    if (this.isSent) return;
    this.isSent = true;
    const { submitter } = event;
    void saving.finally(() => form.requestSubmit(submitter));
  }

  /** What is discarded, or continued after all, is all that was entered; and a save while the reader decides would be a change. */
  private async saveBefore(form: HTMLFormElement, event: MouseEvent): Promise<void> {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget as HTMLAnchorElement;
    await this.saving;
    this.start(form);
    await this.saving;
    this.isSent = true;
    location.assign(href);
  }

  private uncover(): void {
    const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
    this.state.style.insetBlockEnd = `${Math.max(0, document.documentElement.clientHeight - height - offsetTop)}px`;
  }

  private async save(form: HTMLFormElement, isClosing: boolean): Promise<void> {
    // A save without an answer may be stored: it is sent again as it was, before what was entered since.
    const isAgain = this.unanswered !== undefined;
    const texts = this.unanswered ?? textsOf(form);
    const told = await sendDraft(form, texts, isClosing);
    this.unanswered = told === 'failed' ? texts : undefined;
    if (isAgain) this.changedAt ??= performance.now();
    if (typeof told === 'string' || told.failure !== undefined) {
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
      if (typeof told === 'string') {
        this.changedAt ??= performance.now();
        this.show(this.getAttribute(told) ?? '', true);
      } else this.refuse(form, told);
      return;
    }
    this.pause = PAUSE_MS;
    setField(form, 'draftRevision', String(told.revision));
    showDiscardLink(form, told.discard);
    // A reload opens the draft. The response to a form stays what the back button finds.
    const isResponse = new URLSearchParams(location.search).has('sent');
    if (told.address !== undefined && !isResponse) history.replaceState(null, '', told.address);
    const language = document.documentElement.lang;
    const time = new Date(told.at ?? Date.now()).toLocaleTimeString(language);
    const file = form.querySelector<HTMLInputElement>('input[type=file]');
    const without = file?.value ? `, ${this.getAttribute('without')}` : '';
    this.show(`${this.getAttribute('saved')} ${time}${without}.`, false);
  }

  /** Whether the draft is still the one that the form shows. A save says the same, so nothing is asked during one. */
  private async check(form: HTMLFormElement): Promise<void> {
    const texts = textsOf(form, 'check');
    const isSaved = Number(texts.get('draftRevision')) > 0;
    const isOff = this.isChecking || this.isStopped || this.isSent || this.saving !== undefined;
    if (!isSaved || isOff || this.unanswered !== undefined) return;
    this.isChecking = true;
    const told = await sendDraft(form, texts, false);
    this.isChecking = false;
    // What a save has changed meanwhile is no change by others.
    const isCurrent = this.saving === undefined && isSameDraft(texts, textsOf(form, 'check'));
    if (isCurrent && !this.isSent && typeof told !== 'string' && told.failure !== undefined)
      this.refuse(form, told);
  }

  private refuse(form: HTMLFormElement, { failure = '', otherId, stored }: Told): void {
    this.show(failure, true);
    if (otherId === undefined) return;
    this.isStopped = true;
    showDiscardLink(form, undefined);
    if (stored !== undefined) {
      const link = document.createElement('a');
      link.href = stored;
      link.textContent = this.getAttribute('open-stored');
      this.state.append(' ', link);
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button is-quiet is-small';
    button.textContent = this.getAttribute('save-other');
    button.addEventListener('click', () => {
      setField(form, 'draftId', otherId);
      setField(form, 'draftRevision', '0');
      this.isStopped = false;
      this.pause = PAUSE_MS;
      this.changedAt = performance.now();
      this.start(form);
    });
    this.state.append(' ', button);
  }

  private show(text: string, isFailure: boolean): void {
    // Saves are not announced while somebody types; failures are, once.
    if (isFailure && this.state.firstChild?.textContent === text) return;
    this.state.className = isFailure ? 'note is-urgent in-sight' : 'quiet';
    if (isFailure) this.state.setAttribute('role', 'alert');
    else this.state.removeAttribute('role');
    this.state.replaceChildren(text);
  }
}

/** What the server says of a save. */
interface Told {
  readonly revision?: number;
  readonly at?: string;
  /** The address of the form with this draft. */
  readonly address?: string;
  /** The address of the page that discards it. */
  readonly discard?: string;
  readonly failure?: string;
  /** The id of another draft, when this one is not the form's any more. */
  readonly otherId?: string;
  /** The address of the draft that is stored. */
  readonly stored?: string;
}

/** Sends the texts of the form; returns the name of the text that says why it failed. */
async function sendDraft(
  form: HTMLFormElement,
  texts: URLSearchParams,
  isClosing: boolean,
): Promise<Told | 'failed' | 'ended'> {
  const isSmall = texts.toString().length <= LARGEST_TEXT;
  try {
    // A button has the name `action`, which hides the property of the form.
    const response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      body: isSmall ? texts : inParts(texts),
      headers: { accept: 'application/json' },
      keepalive: isClosing && isSmall,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return (await response.json()) as Told;
    return response.status === 401 || response.status === 409 ? 'ended' : 'failed';
  } catch {
    return 'failed';
  }
}

/** What was entered, without the file. */
function textsOf(form: HTMLFormElement, action = 'autosave'): URLSearchParams {
  const fields = new FormData(form);
  fields.delete('picture');
  fields.set('action', action);
  // Its values are texts, since it has no file.
  return new URLSearchParams([...fields] as [string, string][]);
}

function isSameDraft(one: URLSearchParams, other: URLSearchParams): boolean {
  return ['draftId', 'draftRevision'].every((name) => one.get(name) === other.get(name));
}

function inParts(texts: URLSearchParams): FormData {
  const fields = new FormData();
  for (const [name, value] of texts) fields.append(name, value);
  return fields;
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field !== null) field.value = value;
}

function discardLinkOf(form: HTMLFormElement): HTMLAnchorElement | null {
  return form.querySelector('[data-discard]');
}

/** Shows the link that discards the draft, at its address; hides it while there is no draft of the form. */
function showDiscardLink(form: HTMLFormElement, address: string | undefined): void {
  const link = discardLinkOf(form);
  if (link === null) return;
  link.hidden = address === undefined;
  if (address !== undefined) link.href = address;
}

customElements.define('draft-saver', DraftSaver);
