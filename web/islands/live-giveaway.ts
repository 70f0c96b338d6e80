/**
 * `<live-giveaway giveaway="id">`: follows a giveaway by a subscription (graphql-transport-ws), and replaces the parts of the page
 * that are marked with `data-live` when a round opens, closes or changes; parts with a `data-version` only when that differs, which is
 * announced with the text of `news`. Without JavaScript they are as the server sent them.
 */
class LiveGiveaway extends HTMLElement {
  private socket: WebSocket | undefined;
  private pause = FIRST_PAUSE_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isFirst = true;
  private status: HTMLElement | undefined;

  connectedCallback(): void {
    // A status is announced only if it was there, empty, before its text.
    if (this.hasAttribute('news') && !this.status) {
      this.status = document.createElement('p');
      this.status.className = 'hidden';
      this.status.setAttribute('role', 'status');
      this.append(this.status);
    }
    this.connect();
  }

  disconnectedCallback(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = undefined;
  }

  private connect(): void {
    const url = new URL(this.getAttribute('endpoint') ?? '/graphql', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url, 'graphql-transport-ws');
    this.socket = socket;
    this.isFirst = true;
    const send = (message: object) => socket.send(JSON.stringify(message));
    socket.addEventListener('open', () => send({ type: 'connection_init' }));
    socket.addEventListener('message', ({ data }) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === 'ping') send({ type: 'pong' });
      if (type === 'connection_ack') {
        this.pause = FIRST_PAUSE_MS;
        const variables = { giveaway: this.getAttribute('giveaway') };
        send({ id: '1', type: 'subscribe', payload: { query: SUBSCRIPTION, variables } });
      }
      // The first message is the present state, which the page shows already.
      if (type === 'next' && !this.isFirst) this.refreshSoon();
      if (type === 'next') this.isFirst = false;
    });
    socket.addEventListener('close', () => {
      if (this.socket !== socket) return;
      this.timer = setTimeout(() => {
        this.connect();
        this.refreshSoon();
      }, this.pause);
      this.pause = Math.min(this.pause * 2, MAX_PAUSE_MS);
    });
  }

  private refreshSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh().catch(() => undefined), REFRESH_AFTER_MS);
  }

  /** Says to readers who do not see it that something new has appeared. */
  private announce(): void {
    const news = this.getAttribute('news');
    if (news !== null && this.status) this.status.textContent = news;
  }

  private async refresh(): Promise<void> {
    const response = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of this.querySelectorAll('[data-live]')) {
      const name = part.getAttribute('data-live');
      const next = [...page.querySelectorAll('[data-live]')].find(
        (each) => each.getAttribute('data-live') === name,
      );
      const version = part.getAttribute('data-version');
      if (!next || (version !== null && version === next.getAttribute('data-version'))) continue;
      // A reader who is inside the part is not interrupted: it is replaced after they leave it.
      if (part.contains(document.activeElement)) {
        part.addEventListener('focusout', () => this.refreshSoon(), { once: true });
        continue;
      }
      for (const { id } of part.querySelectorAll<HTMLDetailsElement>('details[open][id]'))
        next.querySelector(`#${id}`)?.setAttribute('open', '');
      part.replaceWith(document.adoptNode(next));
      if (version !== null) this.announce();
    }
    this.setAttribute('updated', new Date().toISOString());
  }
}

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
const REFRESH_AFTER_MS = 400;
const SUBSCRIPTION =
  'subscription ($giveaway: ID!) { roundUpdated(giveaway: $giveaway) { index state entriesCounted } }';

customElements.define('live-giveaway', LiveGiveaway);
