import type { FactsFragment } from '../../documents/generated.ts';
import { useSite, type SiteContext } from '../../site/context.ts';

const NAMED_REGIONS = 2;

/** The stated facts of a listing, as items of a list of terms. */
export function StatedFacts({ facts }: { readonly facts: FactsFragment['facts'] }) {
  const { t, format } = useSite();
  const { regions, minimumAge, prizes, kind, allocation } = facts;
  const shown = [
    [t.listing.kind, kind && t.listing.kinds[kind]],
    [t.listing.allocation, allocation && t.listing.allocations[allocation]],
    [t.listing.prizes, prizes && format.number(prizes)],
    [t.listing.regions, format.list(regions.map(format.region))],
    [t.listing.minimumAge, minimumAge === null ? null : t.listing.years(minimumAge)],
  ] as const;
  return shown.flatMap(([name, value]) =>
    value ? [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>] : [],
  );
}

/** The facts that help to choose a listing from many, in one line; empty when none is stated. */
export function statedInShort({ t, format }: SiteContext, facts: FactsFragment['facts']): string {
  const { regions, minimumAge, prizes, kind } = facts;
  const named = regions.slice(0, NAMED_REGIONS).map(format.region);
  const others = regions.length - named.length;
  return [
    kind === 'FREEBIE' && t.listing.kinds.FREEBIE,
    prizes !== null && `${format.number(prizes)} ${format.plural(prizes, t.listing.countedPrizes)}`,
    minimumAge !== null && t.listing.fromAge(minimumAge),
    others > 0 ? `${named.join(', ')} +${format.number(others)}` : named.join(', '),
  ]
    .filter(Boolean)
    .join(' · ');
}
