import type { FacetsQuery } from '../../documents/generated.ts';
import { useSite } from '../../site/context.ts';
import { toParameters, type Choices } from './choices.ts';
import { Choice, Facet, Names } from './facet-choices.tsx';

interface FactFacetsProps {
  readonly facts: FacetsQuery['feedFacets']['facts'] | undefined;
  readonly choices: Choices;
}

interface Option {
  readonly value: string;
  readonly name: string;
  readonly count: number | undefined;
}

/** The filters by what listings state. A fact that no listing states has no filter. */
export function FactFacets({ facts, choices }: FactFacetsProps) {
  const { t, format } = useSite();
  const { kinds, allocations } = t.listing;
  const numbers = (values: readonly { readonly value: number; readonly count: number }[] = []) =>
    values.map(({ value, count }) => ({ value: String(value), count }));
  return (
    <>
      <Options
        title={t.listing.kind}
        fact="kind"
        choices={choices}
        options={[
          { value: 'PRIZE', name: kinds.PRIZE, count: facts?.prizes },
          { value: 'FREEBIE', name: kinds.FREEBIE, count: facts?.freebies },
        ]}
      />
      <Options
        title={t.listing.allocation}
        fact="allocation"
        choices={choices}
        options={[
          { value: 'DRAW', name: allocations.DRAW, count: facts?.draws },
          { value: 'FIRST_COME', name: allocations.FIRST_COME, count: facts?.firstCome },
        ]}
      />
      <Names
        title={t.listing.regions}
        names={facts?.regions ?? []}
        chosen={choices.regions}
        to={(regions) => toParameters({ ...choices, regions })}
        shown={format.region}
      />
      <Options
        title={t.feed.age}
        fact="age"
        choices={choices}
        options={numbers(facts?.ages).map((age) => ({ ...age, name: t.feed.forAge(age.value) }))}
      />
      <Options
        title={t.listing.prizes}
        fact="minPrizes"
        choices={choices}
        options={numbers(facts?.minPrizes).map((prizes) => ({
          ...prizes,
          name: t.feed.prizes(prizes.value),
        }))}
      />
    </>
  );
}

interface OptionsProps {
  readonly title: string;
  readonly fact: 'kind' | 'allocation' | 'age' | 'minPrizes';
  readonly choices: Choices;
  readonly options: readonly Option[];
}

/** The options of one fact that some listing states, or that is chosen. */
function Options({ title, fact, choices, options }: OptionsProps) {
  const { format } = useSite();
  const shown = options.filter(({ value, count }) => count !== 0 || choices[fact] === value);
  if (shown.every(({ count }) => count === undefined)) return null;
  return (
    <Facet title={title}>
      {shown.map(({ value, name, count }) => (
        <Choice
          key={value}
          parameters={toParameters({ ...choices, [fact]: choices[fact] === value ? undefined : value })}
          isChosen={choices[fact] === value}
          count={count === undefined ? undefined : format.number(count)}
        >
          {name}
        </Choice>
      ))}
    </Facet>
  );
}
