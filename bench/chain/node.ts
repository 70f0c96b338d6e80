interface RpcResponse {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Sends calls to a node's JSON-RPC in one request; throws the first error among the responses. */
export async function callAll(
  url: string,
  calls: readonly (readonly [method: string, params: readonly unknown[]])[],
): Promise<unknown[]> {
  const responses = await callEach(url, calls);
  return responses.map((response) => {
    if (response instanceof Error) throw response;
    return response;
  });
}

/** The same; an error stands in the place of its call's response. */
export async function callEach(
  url: string,
  calls: readonly (readonly [method: string, params: readonly unknown[]])[],
): Promise<unknown[]> {
  if (calls.length === 0) return [];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))),
  });
  const responses = (await response.json()) as readonly RpcResponse[];
  const inOrder = [...responses].toSorted((a, b) => a.id - b.id);
  return inOrder.map(({ result, error }) => (error ? new Error(error.message) : result));
}

/** Sends one call; throws on an error. */
export async function call(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const [response] = await callAll(url, [[method, params]]);
  return response;
}
