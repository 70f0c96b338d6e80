import { isPrivateHost } from '../../runtime/outbound/outbound-requests.ts';

/** Why this URL can never be called, as the message of a wrong field; undefined when it can. */
export function findFault(url: string): string | undefined {
  const target = new URL(url);
  if (target.protocol !== 'https:') return 'must be an https:// URL.';
  return isPrivateHost(target) ? 'must not name a private or reserved address.' : undefined;
}
