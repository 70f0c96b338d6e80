import type { ReactNode } from 'react';
import { shorten } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { markup } from '../../site/markup.ts';
import { toggle, type toParameters } from './choices.ts';

const SHOWN_NAMES = 8;
export const NAME_CHARACTERS = 40;
const CURRENT = markup` aria-current="true"`;

interface NamesProps {
  readonly title: string;
  readonly names: readonly { readonly name: string; readonly count: number }[];
  readonly chosen: readonly string[];
  readonly to: (names: readonly string[]) => ReturnType<typeof toParameters>;
  /** The name as readers see it; by default itself. */
  readonly shown?: (name: string) => string;
}

/** Names to filter by, as links. */
export function Names({ title, names, chosen, to, shown = (name) => name }: NamesProps) {
  const { t, format } = useSite();
  if (names.length === 0) return null;
  const choices = names.map(({ name, count }) => (
    <Choice
      key={name}
      parameters={to(toggle(chosen, name))}
      isChosen={chosen.includes(name)}
      count={format.number(count)}
    >
      {shorten(shown(name), NAME_CHARACTERS)}
    </Choice>
  ));
  return (
    <Facet title={title}>
      {choices.slice(0, SHOWN_NAMES)}
      {choices.length > SHOWN_NAMES && (
        <li>
          <details>
            <summary>{t.feed.more}</summary>
            <ul>{choices.slice(SHOWN_NAMES)}</ul>
          </details>
        </li>
      )}
    </Facet>
  );
}

/** The choices of one kind. */
export function Facet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="facet">
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

interface ChoiceProps {
  readonly parameters: ReturnType<typeof toParameters>;
  readonly isChosen: boolean;
  readonly count: string | undefined;
  readonly children: string;
}

/** One choice, as a link that takes it or takes it back. */
export function Choice({ parameters, isChosen, count, children }: ChoiceProps) {
  const { link } = useSite();
  const content = markup`
    <a class="choice" href="${link('/', parameters)}" rel="nofollow"${isChosen && CURRENT}>
      <span class="choice-name"><bdi>${children}</bdi></span>
      ${count !== undefined && markup`<span class="count">${count}</span>`}
    </a>`;
  return <li dangerouslySetInnerHTML={content} />;
}
