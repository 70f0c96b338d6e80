import type { FacetsQuery } from '../../documents/generated.ts';
import { isAll } from '../../parts/cover.tsx';
import { organiserOf } from '../../parts/publishers/publisher-name.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { toggle, toParameters, type Choices } from './choices.ts';
import { Choice, Facet, NAME_CHARACTERS, Names } from './facet-choices.tsx';
import { FactFacets } from './fact-facets.tsx';

interface FacetPanelProps {
  readonly facets: FacetsQuery['feedFacets'] | undefined;
  readonly choices: Choices;
}

/** The filters of the feed with the number of listings that each would leave; every choice is a link. */
export function FacetPanel({ facets, choices }: FacetPanelProps) {
  const site = useSite();
  const { t, format } = site;
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value));
  const to = (change: Partial<Choices>) => toParameters({ ...choices, ...change });
  const ends = (value: string) => to({ ends: choices.ends === value ? undefined : value });
  return (
    <aside className="facets" aria-label={t.feed.filters}>
      <Chosen choices={choices} />
      <details className="facet-fold">
        <summary>{t.feed.filters}</summary>
        <Facet title={t.feed.badge}>
          <Choice
            parameters={to({ isVerifiedOnly: !choices.isVerifiedOnly })}
            isChosen={choices.isVerifiedOnly}
            count={count(facets?.verified)}
          >
            {t.feed.verifiedOnly}
          </Choice>
        </Facet>
        <Facet title={t.feed.ending}>
          <Choice
            parameters={ends('day')}
            isChosen={choices.ends === 'day'}
            count={count(facets?.endingWithinDay)}
          >
            {t.feed.withinDay}
          </Choice>
          <Choice
            parameters={ends('week')}
            isChosen={choices.ends === 'week'}
            count={count(facets?.endingWithinWeek)}
          >
            {t.feed.withinWeek}
          </Choice>
        </Facet>
        <FactFacets facts={facets?.facts} choices={choices} />
        <Names
          title={t.feed.platforms}
          names={facets?.platforms ?? []}
          chosen={choices.platforms}
          to={(platforms) => to({ platforms })}
          shown={(name) => (isAll(name) ? t.listing.allPlatforms : name)}
        />
        <Names
          title={t.feed.providers}
          names={facets?.providers ?? []}
          chosen={choices.providers}
          to={(providers) => to({ providers })}
          shown={(name) => organiserOf(site, name)}
        />
        {facets === undefined && <p className="quiet">{t.feed.noCounts}</p>}
        {(facets?.isExact === false || facets?.facts.isExact === false) && (
          <p className="quiet">{t.feed.approximate}</p>
        )}
      </details>
    </aside>
  );
}

/** The filters in use, each with a link that removes it. */
function Chosen({ choices }: { readonly choices: Choices }) {
  const site = useSite();
  const { t, link, format } = site;
  const platformName = (name: string) => (isAll(name) ? t.listing.allPlatforms : name);
  const chips = [
    ...choices.platforms.map(
      (name) => [platformName(name), { platforms: toggle(choices.platforms, name) }] as const,
    ),
    ...choices.providers.map(
      (name) => [organiserOf(site, name), { providers: toggle(choices.providers, name) }] as const,
    ),
    ...choices.regions.map(
      (code) => [format.region(code), { regions: toggle(choices.regions, code) }] as const,
    ),
    ...(choices.search === undefined
      ? []
      : [[t.feed.quoted(choices.search), { search: undefined }] as const]),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className="chips">
      {chips.map(([name, change]) => (
        <li key={name}>
          <a
            className="chip"
            href={link('/', toParameters({ ...choices, ...change }))}
            aria-label={t.feed.remove(name)}
          >
            <UserText limit={NAME_CHARACTERS}>{name}</UserText>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
