import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { generateSigningKey } from '../../../src/adapters/auth/signing-keys.ts';
import { endWithThisProcess } from '../../../src/adapters/chain/embedded/anvil.ts';
import { createClient, type Client } from '../../support/gateway/client.ts';
import { startProcess, type ServerProcess } from '../../support/gateway/process.ts';
import { own } from './owned.ts';
import { takePort } from './ports.ts';

type Variables = Readonly<Record<string, string>>;

/** An instance of the service. */
export interface GatewayPart {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly metricsPort: number;
  /** Starts it, of another release with that release's folder; resolves when it listens. */
  start(release?: string): Promise<void>;
  /** SIGKILL, or SIGTERM for an end in order. */
  end(signal: NodeJS.Signals): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** What it has written since its last start. */
  output(): string;
}

/** As a supervisor starts a program again that ends because its database is not there yet. */
const MOST_RESTARTS = 3;

/** What all instances of a rehearsal have in common. */
export interface Secrets {
  readonly operatorToken: string;
  readonly variables: Variables;
}

export async function createSecrets(): Promise<Secrets> {
  const operatorToken = `gop_${randomBytes(32).toString('base64url')}`;
  return {
    operatorToken,
    variables: {
      AUTH_SECRET: randomUUID(),
      KEY_ENCRYPTION_KEYS: `rehearsal:${randomBytes(32).toString('base64')}`,
      OAUTH_SIGNING_KEYS: JSON.stringify({ keys: [await generateSigningKey()] }),
      OPERATOR_TOKEN_HASH: createHash('sha256').update(operatorToken).digest('base64url'),
    },
  };
}

/** An instance that does not run yet; `variables` are read at each start. */
export async function defineGateway(
  name: string,
  folder: string,
  variables: (release: string | undefined) => Variables,
): Promise<GatewayPart> {
  const [port, metricsPort] = [await takePort(), await takePort()];
  let running: ServerProcess | undefined;
  own(() => void running?.child.kill('SIGKILL'));
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    port,
    metricsPort,
    async start(release) {
      const own = { PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: join(folder, name) };
      const supervised = async (left: number): Promise<ServerProcess> =>
        startProcess({ ...variables(release), ...own }, release).catch((error: unknown) => {
          if (left === 0) throw error;
          return supervised(left - 1);
        });
      running = await supervised(MOST_RESTARTS);
      endWithThisProcess(running.child);
    },
    async end(signal) {
      await running?.end(signal);
    },
    freeze: () => void running?.child.kill('SIGSTOP'),
    thaw: () => void running?.child.kill('SIGCONT'),
    output: () => running?.output() ?? '',
  };
}

/** A client of the service with the token of its operator. */
export function operatorClient(
  url: string,
  { operatorToken }: Secrets,
): Client & { readonly operatorToken: string } {
  return { ...createClient(url, operatorToken), operatorToken };
}
