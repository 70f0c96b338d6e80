import { send, type HttpResponse, type Sent } from '../http/http.ts';
import { newEmail } from '../listings.ts';
import { expectDocumented, findPathItem } from '../http/openapi.ts';

/** The requests that tests send to a gateway, whether it runs in this process or in its own. */
export interface Client {
  /** Sends a request. When the path is documented, the response must match the document. */
  rest(method: string, path: string, sent?: Sent): Promise<HttpResponse>;
  publish(key: string | undefined, body: unknown): Promise<HttpResponse>;
  /** The caller's own listing. */
  read(key: string, sourceExternalId: unknown): Promise<HttpResponse>;
  withdraw(key: string, sourceExternalId: unknown): Promise<HttpResponse>;
  graphql(query: string, variables?: object, key?: string, headers?: Sent['headers']): Promise<HttpResponse>;
  /** Creates a publishing key for the account of this address; returns its secret. */
  createKey(account?: string): Promise<string>;
}

/** Creates a client of the gateway at this address. */
export function createClient(url: string, operatorToken: string): Client {
  const rest: Client['rest'] = async (method, path, sent) => {
    const response = await send(method, `${url}${path}`, sent);
    if (findPathItem(path)) expectDocumented({ method, path, ...response });
    return response;
  };
  const graphql: Client['graphql'] = (query, variables = {}, key, headers = {}) =>
    rest('POST', '/graphql', { key, headers, body: { query, variables } });
  const listingPath = (id: unknown) => `/api/v1/giveaways?sourceExternalId=${encodeURIComponent(String(id))}`;
  return {
    rest,
    publish: (key, body) => rest('POST', '/api/v1/giveaways', { key, body }),
    read: (key, id) => rest('GET', listingPath(id), { key }),
    withdraw: (key, id) => rest('DELETE', listingPath(id), { key }),
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
