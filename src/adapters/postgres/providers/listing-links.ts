import type { ListingLinks } from '../../ports/listing-links.ts';
import type { Sql } from '../connection/sql.ts';

const PROVIDER_KEYS = {
  name: 'provider-keys-of-publishers',
  text: `
    select p.id, v.chain_key
    from publisher p
    join provider_member m on m.account_id = substr(p.namespace, 9)
    join provider v on v.id = m.provider_id
    where p.id in (select value from json_array_elements_text($1::json)) and p.namespace like 'account:%'
    order by v.created_at, v.id`,
};

// A legacy listing is in the namespace of all legacy listings.
const LISTINGS = {
  name: 'listings-of-giveaways',
  text: `
    select g.index, l.id
    from json_to_recordset($1::json) as g (index int, provider_key text, external_id text)
    join provider v on v.chain_key = g.provider_key
    join provider_member m on m.provider_id = v.id
    join publisher p on p.namespace = 'account:' || m.account_id
    join listing l on l.namespace in (p.namespace, 'legacy') and l.source_external_id = g.external_id
      and l.publisher_id = p.id and l.status = 'published'
    order by l.created_at, l.id`,
};

/** Links of listings and giveaways, through the members of providers. */
export function createListingLinks(sql: Sql): ListingLinks {
  return {
    async providerKeysOf(publisherIds) {
      const rows = await sql.query(PROVIDER_KEYS, [JSON.stringify(publisherIds)]);
      return rows.map(([publisherId, providerKey]) => ({
        publisherId: String(publisherId),
        providerKey: String(providerKey),
      }));
    },
    async listingsOf(giveaways) {
      const named = giveaways.map(({ providerKey, externalId }, index) => ({
        index,
        provider_key: providerKey,
        external_id: externalId,
      }));
      const rows = await sql.query(LISTINGS, [JSON.stringify(named)]);
      return rows.map(([index, listingId]) => ({ index: Number(index), listingId: String(listingId) }));
    },
  };
}
