/** The site that passkeys are made for and work at (WebAuthn level 3, section 4). */
export interface RelyingParty {
  /** The host of the public URL. */
  readonly id: string;
  readonly origin: string;
}

/** The relying party of a service; undefined when its host is an IP address, for which browsers make no passkeys. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(publicUrl);
  // The URL standard writes every IPv4 address with four numbers, and IPv6 in brackets.
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress ? undefined : { id: hostname, origin };
}
