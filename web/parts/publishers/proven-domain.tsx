import { useSite, type SiteContext } from '../../site/context.ts';
import { markup, type Html } from '../../site/markup.ts';
import { Time } from '../time.tsx';
import { shorten, toWebAddress } from '../user-text.tsx';

const NAME_CHARACTERS = 60;

/** A listing with what decides whether it leads to another site than its publisher's. */
interface LeadingListing {
  readonly landingUrl: string;
  readonly publisher: { readonly domain: { readonly name: string } | null } | null;
}

/** A domain, and since when its publisher has proven it. */
export function ProvenDomain({
  domain: { name, provenAt },
}: {
  readonly domain: { readonly name: string; readonly provenAt: string };
}) {
  const { t } = useSite();
  return (
    <>
      <bdi>{shorten(name, NAME_CHARACTERS)}</bdi>, {t.publisher.provenSince} <Time at={provenAt} />
    </>
  );
}

/**
 * The mark of a listing whose landing page is neither on the proven domain of its publisher nor on a subdomain; undefined for
 * others, and without a proven domain.
 */
export function elsewhereMark({ t }: SiteContext, listing: LeadingListing): Html | undefined {
  const name = listing.publisher?.domain?.name;
  if (name === undefined || !leadsElsewhere(listing.landingUrl, name)) return undefined;
  return markup`<span class="elsewhere">${t.listing.elsewhere} <bdi>${shorten(name, NAME_CHARACTERS)}</bdi></span>`;
}

/** Whether a landing page is on another site than a domain. Pages do not link to an address that browsers do not open. */
export function leadsElsewhere(landingUrl: string, domain: string): boolean {
  const url = toWebAddress(landingUrl);
  if (url === undefined) return false;
  const host = url.hostname.replace(/\.$/, '');
  return host !== domain && !host.endsWith(`.${domain}`);
}
