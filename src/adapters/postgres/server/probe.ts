import { Client } from 'pg';

const TIMEOUT_MS = 1_000;

/** Probes a server on a separate connection, so that busy pools do not make an instance unready. */
export interface Probe {
  /** Whether it answers within a second. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

interface ProbeOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** Called when the server does not answer in time. */
  readonly onSilence: () => void;
}

/** Connects on first use; concurrent calls share one statement. */
export function createProbe({ url, onSilence }: ProbeOptions): Probe {
  let connected: Client | undefined;
  let running: Promise<boolean> | undefined;

  async function probe(): Promise<boolean> {
    const client = connected ?? createClient();
    const outcome = await outcomeOf(readSetting(client));
    if (outcome === 'answered') return true;
    drop(client);
    if (outcome === 'late') onSilence();
    return false;
  }

  function createClient(): Client {
    const client = new Client({
      connectionString: url,
      application_name: 'giveaways probe',
      keepAlive: true,
    });
    const lose = () => {
      if (connected === client) connected = undefined;
    };
    client.on('error', lose);
    client.on('end', lose);
    return client;
  }

  async function readSetting(client: Client): Promise<void> {
    if (client !== connected) await client.connect();
    connected = client;
    await client.query('select 1');
  }

  function drop(client: Client): void {
    if (connected === client) connected = undefined;
    client.connection.stream.destroy();
  }

  return {
    isReachable: () => (running ??= probe().finally(() => (running = undefined))),
    async close() {
      await running;
      await connected?.end();
    },
  };
}

/** Whether the work succeeds within a second. */
export async function answersInTime(work: Promise<unknown>): Promise<boolean> {
  return (await outcomeOf(work)) === 'answered';
}

function outcomeOf(work: Promise<unknown>): Promise<'answered' | 'refused' | 'late'> {
  const settled = work.then(
    () => 'answered' as const,
    () => 'refused' as const,
  );
  return Promise.race([settled, late()]);
}

/** Resolves after the timeout, once input that has arrived by then was processed. */
function late(): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve, 'late' as const), TIMEOUT_MS).unref();
  });
}
