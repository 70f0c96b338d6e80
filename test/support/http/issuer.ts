import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type GenerateKeyPairResult,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;

/** A token issuer of another organisation that serves its keys over HTTP. */
export interface Issuer {
  /** The `iss` claim of its tokens. */
  readonly url: string;
  /** Its entry in OAUTH_ISSUERS, with the URL of its key set. */
  readonly entry: string;
  /** The requests for the key set so far. */
  readonly keySetRequests: readonly string[];
  /** A valid token; the given claims override (undefined removes a claim). */
  token(claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Signs with a new key from now on; the key set shows both. */
  rotate(): Promise<void>;
  /** The current public key as PEM, for attempts to confuse the verifier's algorithm. */
  readonly publicKey: () => JWK;
  /** Answers requests for the key set with this status from now on; 200 restores it. */
  respondWith(status: number): void;
  /** Serves this instead of its key set from now on: a document, or a text. */
  serve(keySet: object | string): void;
  /** Serves this at the metadata's address from now on: a document, or a redirect to an address. */
  describe(metadata: object | string): void;
  /** Answers no further request until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
}

interface Key {
  readonly kid: string;
  readonly publicKey: JWK;
  readonly privateKey: GenerateKeyPairResult['privateKey'];
}

/** Starts an issuer that signs with this algorithm. */
export async function startIssuer(algorithm = 'ES256'): Promise<Issuer> {
  let keys = [await makeKey(algorithm, 'first')];
  let status = 200;
  let metadata: object | string | undefined;
  let keySet: object | string | undefined;
  const keySetRequests: string[] = [];
  let held = Promise.resolve();
  const server = createServer((request, response) => {
    keySetRequests.push(request.url ?? '');
    void held.then(() => reply(request, response));
  });
  function reply(request: IncomingMessage, response: ServerResponse): void {
    if (metadata !== undefined && request.url === '/.well-known/openid-configuration') {
      if (typeof metadata === 'string') response.writeHead(302, { location: metadata }).end();
      else response.end(JSON.stringify(metadata));
      return;
    }
    const served = keySet ?? { keys: keys.map(({ publicKey }) => publicKey) };
    const body = typeof served === 'string' ? served : JSON.stringify(served);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const newest = () => keys.at(-1) as Key;
  return {
    url,
    entry: `${url}|${url}/jwks`,
    keySetRequests,
    token: (claims, header) => sign(url, newest(), algorithm, claims, header),
    async rotate() {
      keys = [...keys, await makeKey(algorithm, `key-${keys.length}`)];
    },
    publicKey: () => newest().publicKey,
    respondWith(next) {
      status = next;
    },
    serve(next) {
      keySet = next;
    },
    describe(next) {
      metadata = next;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function makeKey(algorithm: string, kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { kid, publicKey: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }, privateKey };
}

function sign(
  issuer: string,
  { kid, privateKey }: Key,
  algorithm: string,
  claims: Claims = {},
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const payload = {
    iss: issuer,
    aud: 'service.giveaways',
    scope: 'giveaways:publish',
    client_id: 'partner',
    iat: now,
    exp: now + 300,
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(privateKey);
}
