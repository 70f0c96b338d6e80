/** Shorter parts of a path are names, such as `v3` and `mainnet`. */
const LEAST_KEY_LENGTH = 16;
const HIDDEN = '…';

/** Returns a function that leaves the keys and the password of this URL out of texts: nodes repeat them in their errors. */
export function hideSecretsOf(url: string): (text: string) => string {
  const { username, password, pathname, searchParams } = new URL(url);
  const keys = [username, ...pathname.split('/'), ...searchParams.values()].filter(
    ({ length }) => length >= LEAST_KEY_LENGTH,
  );
  const secrets = [...keys, password].filter((secret) => secret !== '');
  const written = new Set(secrets.flatMap((secret) => [secret, decode(secret)]));
  return (text) => [...written].reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
