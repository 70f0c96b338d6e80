/**
 * `<live-giveaway giveaway="id">`: follows a giveaway by a subscription (graphql-transport-ws), and replaces the parts of the page
 * that are marked with `data-live` when a round opens, closes or changes; parts with a `data-version` only when that differs, which is
 * announced with the text of `news`. While the page cannot be updated, it says so with the text of `stale`. Without JavaScript the
 * parts are as the server sent them.
 */
class LiveGiveaway extends HTMLElement {
  private socket: WebSocket | undefined;
  private pause = FIRST_PAUSE_MS;
  private retry = FIRST_PAUSE_MS;
  private pulse: Timer;
  /** Runs until the server sends something. */
  private silence: Timer;
  private reconnection: Timer;
  private refreshment: Timer;
  private refreshAt = 0;
  private isRefreshing = false;
  /** No message of the subscription has arrived yet. */
  private isFirst = true;
  /** When the page was last known to be current. */
  private currentAt = new Date();
  private status: HTMLElement | undefined;
  private readonly note = document.createElement('p');

  connectedCallback(): void {
    // A status is announced only if it was there, empty, before its text.
    if (this.hasAttribute('news') && !this.status) {
      this.status = document.createElement('p');
      this.status.className = 'hidden';
      this.status.setAttribute('role', 'status');
      this.append(this.status);
    }
    this.note.className = 'note is-urgent in-sight';
    this.note.setAttribute('role', 'alert');
    this.connect();
    this.pulse = setInterval(this.ping, PULSE_MS);
    // A device that slept may have lost its connection without a sign of it.
    document.addEventListener('visibilitychange', this.ping);
    addEventListener('online', this.ping);
  }

  disconnectedCallback(): void {
    document.removeEventListener('visibilitychange', this.ping);
    removeEventListener('online', this.ping);
    clearInterval(this.pulse);
    for (const timer of [this.silence, this.reconnection, this.refreshment]) clearTimeout(timer);
    this.note.remove();
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  private connect(): void {
    const url = new URL(this.getAttribute('endpoint') ?? '/graphql', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url, 'graphql-transport-ws');
    this.socket = socket;
    this.isFirst = true;
    this.expectMessage(socket);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
    socket.addEventListener('message', ({ data }) => {
      if (this.socket !== socket) return;
      clearTimeout(this.silence);
      this.silence = undefined;
      if (!this.note.isConnected) this.currentAt = new Date();
      this.receive(socket, JSON.parse(String(data)) as Message);
    });
    socket.addEventListener('close', () => this.lose(socket));
  }

  private receive(socket: WebSocket, { type, payload }: Message): void {
    const send = (message: object) => socket.send(JSON.stringify(message));
    if (type === 'ping') send({ type: 'pong' });
    if (type === 'connection_ack') {
      const variables = { giveaway: this.getAttribute('giveaway') };
      send({ id: '1', type: 'subscribe', payload: { query: SUBSCRIPTION, variables } });
    }
    if (type === 'next' && payload?.errors === undefined) {
      this.pause = FIRST_PAUSE_MS;
      // What changed between the page and the first message is in no other message.
      this.refreshSoon(this.isFirst ? CACHED_MS : REFRESH_AFTER_MS);
      this.isFirst = false;
    }
    // The service has no room for the subscription.
    if (type === 'error' || type === 'complete') this.lose(socket);
  }

  /** Asks the server for a sign of life. */
  private readonly ping = (): void => {
    const { socket, silence } = this;
    if (socket?.readyState !== WebSocket.OPEN || silence !== undefined || document.hidden) return;
    socket.send(JSON.stringify({ type: 'ping' }));
    this.expectMessage(socket);
  };

  private expectMessage(socket: WebSocket): void {
    this.silence = setTimeout(() => this.lose(socket), SILENCE_MS);
  }

  /** Updates the page by a request, and connects again after a pause. */
  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = undefined;
    socket.close();
    clearTimeout(this.silence);
    this.silence = undefined;
    this.refreshSoon();
    this.reconnection = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, MAX_PAUSE_MS);
  }

  private refreshSoon(after = REFRESH_AFTER_MS): void {
    const at = performance.now() + after;
    if (this.refreshment !== undefined && this.refreshAt <= at) return;
    clearTimeout(this.refreshment);
    this.refreshAt = at;
    this.refreshment = setTimeout(() => {
      this.refreshment = undefined;
      void this.refreshOnce();
    }, after);
  }

  /** One refresh at a time: the response to an earlier one may come later. */
  private async refreshOnce(): Promise<void> {
    if (this.isRefreshing) return this.refreshSoon();
    this.isRefreshing = true;
    const isCurrent = await this.refresh().catch(() => false);
    this.isRefreshing = false;
    if (isCurrent) {
      this.retry = FIRST_PAUSE_MS;
      this.currentAt = new Date();
      this.note.remove();
      return;
    }
    const time = this.currentAt.toLocaleTimeString(document.documentElement.lang);
    this.note.textContent = (this.getAttribute('stale') ?? '').replace('{time}', time);
    // In sight wherever the reader is.
    if (!this.note.isConnected) (this.closest('main') ?? this).append(this.note);
    this.refreshSoon(this.retry);
    this.retry = Math.min(this.retry * 2, MAX_PAUSE_MS);
  }

  /** Says to readers who do not see it that something new has appeared. */
  private announce(): void {
    const news = this.getAttribute('news');
    if (news !== null && this.status) this.status.textContent = news;
  }

  /** Replaces the parts that have changed. Returns whether the page was there. */
  private async refresh(): Promise<boolean> {
    const response = await fetch(location.href, {
      headers: { accept: 'text/html' },
      cache: 'no-cache',
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    if (!response.ok) return false;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of document.querySelectorAll('[data-live]')) {
      const name = part.getAttribute('data-live');
      const next = [...page.querySelectorAll('[data-live]')].find(
        (each) => each.getAttribute('data-live') === name,
      );
      if (!next || !hasChanged(part, next)) continue;
      // A reader who is inside the part is not interrupted: it is replaced after they leave it.
      if (part.contains(document.activeElement)) {
        part.addEventListener('focusout', () => this.refreshSoon(), { once: true });
        continue;
      }
      for (const { id } of part.querySelectorAll<HTMLDetailsElement>('details[open][id]'))
        next.querySelector(`#${id}`)?.setAttribute('open', '');
      part.replaceWith(document.adoptNode(next));
      if (next.hasAttribute('data-version')) this.announce();
    }
    this.setAttribute('updated', new Date().toISOString());
    return true;
  }
}

/** A message of graphql-transport-ws. */
interface Message {
  readonly type: string;
  readonly payload?: { readonly errors?: unknown };
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Whether the server has sent another part, or another version of it. */
function hasChanged(part: Element, next: Element): boolean {
  const version = part.getAttribute('data-version');
  if (version !== null) return version !== next.getAttribute('data-version');
  return sentMarkupOf(part) !== sentMarkupOf(next);
}

/** The markup of a part without what scripts have written into it, and without what a reader has opened. */
function sentMarkupOf(part: Element): string {
  const copy = part.cloneNode(true) as Element;
  for (const time of copy.querySelectorAll('time')) {
    time.removeAttribute('data-zone');
    if (time.title === '') time.textContent = '';
    else time.title = '';
  }
  for (const button of copy.querySelectorAll('copy-button')) button.replaceChildren();
  for (const details of copy.querySelectorAll('details')) details.open = false;
  return copy.outerHTML;
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
const REFRESH_AFTER_MS = 400;
/** For longer, no cache of the service has the page as it was. */
const CACHED_MS = 1_500;
const PULSE_MS = 20_000;
/** A server that has sent nothing for so long is gone. */
const SILENCE_MS = 10_000;
const SUBSCRIPTION =
  'subscription ($giveaway: ID!) { roundUpdated(giveaway: $giveaway) { index state entriesCounted } }';

customElements.define('live-giveaway', LiveGiveaway);
