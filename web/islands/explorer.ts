/** The explorer at /graphql: Apollo Sandbox, or the bundled GraphiQL, which also replaces a Sandbox that does not load. */
interface SandboxWindow {
  readonly EmbeddedSandbox?: new (options: object) => unknown;
}

const SANDBOX =
  'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';
const MAX_WAIT_MS = 8_000;

async function openExplorer(root: HTMLElement): Promise<void> {
  const endpoint = new URL(location.pathname, location.href);
  if (root.dataset['mode'] === 'sandbox' && (await loadSandbox())) showSandbox(root, endpoint);
  else await openGraphiql(root, endpoint);
}

/** Whether the script of Sandbox, which is on Apollo's server, was loaded in time. */
function loadSandbox(): Promise<boolean> {
  const script = document.createElement('script');
  script.src = SANDBOX;
  const loaded = new Promise<boolean>((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), MAX_WAIT_MS);
  });
  document.head.append(script);
  return loaded;
}

function showSandbox(root: HTMLElement, endpoint: URL): void {
  const { EmbeddedSandbox } = window as SandboxWindow;
  if (EmbeddedSandbox === undefined) throw new Error('The script of Apollo Sandbox has no EmbeddedSandbox.');
  root.replaceChildren();
  const options = {
    target: '#explorer',
    initialEndpoint: endpoint.href,
    endpointIsEditable: false,
    hideCookieToggle: false,
    // Its style sheet is explorer.css: the page allows no style of another host.
    allowDynamicStyles: false,
  };
  // It shows itself in the target; nothing is left to do with the object.
  Reflect.construct(EmbeddedSandbox, [options]);
}

async function openGraphiql(root: HTMLElement, endpoint: URL): Promise<void> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = root.dataset['sheet'] ?? '';
  document.head.append(sheet);
  const { showGraphiql } = await import('../explorer/graphiql.tsx');
  await showGraphiql(root, endpoint);
}

const root = document.getElementById('explorer');
if (root !== null)
  openExplorer(root).catch((error: unknown) => {
    root.textContent = `The explorer cannot be shown. ${String(error)}`;
  });
