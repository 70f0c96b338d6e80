import { Client } from 'pg';

const WITHIN_MS = 1_000;

/** Asks whether a server answers, on a connection that nothing else uses: busy pools do not make an instance unready. */
export interface Probe {
  /** Whether it answers within a second. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

interface ProbeOptions {
  /** A PostgreSQL URL. */
  readonly url: string;
  /** Hears that the server took the question and did not answer. */
  readonly onSilence: () => void;
}

/** Connects when it is first asked; all who ask at the same time share one statement. */
export function createProbe({ url, onSilence }: ProbeOptions): Probe {
  let connected: Client | undefined;
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const client = connected ?? createClient();
    const outcome = await outcomeOf(answer(client));
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

  async function answer(client: Client): Promise<void> {
    if (client !== connected) await client.connect();
    connected = client;
    await client.query('select 1');
  }

  function drop(client: Client): void {
    if (connected === client) connected = undefined;
    client.connection.stream.destroy();
  }

  return {
    isReachable: () => (asking ??= ask().finally(() => (asking = undefined))),
    async close() {
      await asking;
      await connected?.end();
    },
  };
}

/** Whether the work ends well within a second. */
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

/** After the time, and after what arrived meanwhile was read. */
function late(): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve, 'late' as const), WITHIN_MS).unref();
  });
}
