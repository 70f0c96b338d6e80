import { send, type Answer, type Sent } from '../http/http.ts';
import { newEmail } from '../listings.ts';
import { expectDocumented, findPathItem } from '../http/openapi.ts';

/** What tests ask of a gateway, whether it runs in this process or in one of its own. */
export interface Client {
  /** Sends a request; the answer of a documented path must be as documented. */
  rest(method: string, path: string, sent?: Sent): Promise<Answer>;
  publish(key: string | undefined, body: unknown): Promise<Answer>;
  /** The caller's own listing. */
  read(key: string, sourceExternalId: unknown): Promise<Answer>;
  withdraw(key: string, sourceExternalId: unknown): Promise<Answer>;
  graphql(query: string, variables?: object, key?: string, headers?: Sent['headers']): Promise<Answer>;
  /** A new publishing key for the account of this address. */
  createKey(account?: string): Promise<string>;
}

/** A client of the gateway at this address. */
export function createClient(url: string, operatorToken: string): Client {
  const rest: Client['rest'] = async (method, path, sent) => {
    const answer = await send(method, `${url}${path}`, sent);
    if (findPathItem(path)) expectDocumented({ method, path, ...answer });
    return answer;
  };
  const graphql: Client['graphql'] = (query, variables = {}, key, headers = {}) =>
    rest('POST', '/graphql', { key, headers, body: { query, variables } });
  const own = (id: unknown) => `/api/v1/giveaways?sourceExternalId=${encodeURIComponent(String(id))}`;
  return {
    rest,
    publish: (key, body) => rest('POST', '/api/v1/giveaways', { key, body }),
    read: (key, id) => rest('GET', own(id), { key }),
    withdraw: (key, id) => rest('DELETE', own(id), { key }),
    graphql,
    async createKey(account = newEmail()) {
      const { body } = await graphql(CREATE_KEY, { account }, operatorToken);
      return String(body.data.createApiKey.secret);
    },
  };
}

const CREATE_KEY = `mutation ($account: String) {
  createApiKey(input: { scopes: ["giveaways:publish"], account: $account }) { secret }
}`;
