import type { Client } from '../gateway/client.ts';
import { send } from '../http/http.ts';
import { newEmail } from '../listings.ts';

/** A client of a gateway of any release: its responses are not compared with the documents of this one. */
export type ReleaseClient = Pick<Client, 'rest' | 'graphql' | 'createKey'> & {
  readonly operatorToken: string;
};

export function releaseClient(url: string, operatorToken: string): ReleaseClient {
  const rest: Client['rest'] = (method, path, sent) => send(method, `${url}${path}`, sent);
  const graphql: Client['graphql'] = (query, variables = {}, key, headers = {}) =>
    rest('POST', '/graphql', { key, headers, body: { query, variables } });
  return {
    rest,
    graphql,
    operatorToken,
    async createKey(account = newEmail()) {
      const { body } = await graphql(CREATE_KEY, { account }, operatorToken);
      return String(body.data.createApiKey.secret);
    },
  };
}

const CREATE_KEY = `mutation ($account: String) {
  createApiKey(input: { scopes: ["giveaways:publish"], account: $account }) { secret }
}`;
