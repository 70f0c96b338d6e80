import type { Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Sends an image with a key or the token of a session. */
export async function upload(
  { url }: Pick<Gateway, 'url'>,
  key: string | undefined,
  image: Uint8Array,
  type = 'image/jpeg',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/pictures`, {
    method: 'POST',
    body: new Uint8Array(image),
    headers: {
      ...headers,
      'content-type': type,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}

export const SET = `mutation ($input: SetListingPictureInput!) {
  setListingPicture(input: $input) {
    listing { id sourceExternalId updatedAt picture { id small medium large width height } }
  }
}`;
