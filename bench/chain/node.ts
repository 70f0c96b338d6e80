interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Sends calls to a node's JSON-RPC in one request; throws the first error among the answers. */
export async function callAll(
  url: string,
  calls: readonly (readonly [method: string, params: readonly unknown[]])[],
): Promise<unknown[]> {
  const answers = await callEach(url, calls);
  return answers.map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

/** The same; an error stands in the place of its call's answer. */
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
  const answers = (await response.json()) as readonly Answer[];
  const inOrder = [...answers].toSorted((a, b) => a.id - b.id);
  return inOrder.map(({ result, error }) => (error ? new Error(error.message) : result));
}

/** Sends one call; throws on an error. */
export async function call(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const [answer] = await callAll(url, [[method, params]]);
  return answer;
}
