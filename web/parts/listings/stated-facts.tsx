import type { FactsFragment } from '../../documents/generated.ts';
import { useSite } from '../../site/context.ts';

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
