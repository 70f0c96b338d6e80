import { URL_OF_GATEWAY } from '../gateway.ts';
import { expectThat } from '../tell.ts';

/** A listing in listings.json. */
export type Draft = Readonly<Record<string, string>> & {
  readonly sourceExternalId: string;
  readonly title: string;
};

/** A listing as the gateway shows it. */
export interface Listing {
  readonly id: string;
  readonly sourceExternalId: string;
  readonly title: string;
  readonly worth: string;
  readonly platform: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Sends a listing; returns the answer unchanged. */
export function post(secret: string, draft: Draft): Promise<Response> {
  return fetch(`${URL_OF_GATEWAY}/api/v1/giveaways`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  });
}

/** Publishes a listing, or replaces it. Throws an Error for any other answer than 200. */
export async function publish(secret: string, draft: Draft): Promise<Listing> {
  const answer = await post(secret, draft);
  const text = await answer.text();
  expectThat(
    answer.status === 200,
    `publishing ${draft.sourceExternalId} answered ${answer.status}: ${text}`,
  );
  return (JSON.parse(text) as { listing: Listing }).listing;
}

/** Reads or withdraws a listing. Throws an Error for any other answer than 200. */
export async function rest<Body>(
  secret: string,
  method: 'GET' | 'DELETE',
  { sourceExternalId }: Draft,
): Promise<Body> {
  const query = new URLSearchParams({ sourceExternalId });
  const answer = await fetch(`${URL_OF_GATEWAY}/api/v1/giveaways?${query.toString()}`, {
    method,
    headers: { authorization: `Bearer ${secret}` },
  });
  const text = await answer.text();
  expectThat(answer.status === 200, `${method} of ${sourceExternalId} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Body;
}
