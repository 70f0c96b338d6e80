import { useSite } from '../../site/context.ts';
import type { Parameters } from '../../site/query.ts';
import { typedLimit } from '../forms/typed-limit.ts';

/** A filter or the order of a table, of which one value is chosen. */
interface TableChoice {
  /** The name of its parameter. */
  readonly name: string;
  readonly label: string;
  readonly chosen: string | undefined;
  /** The values by the texts that show them; the first one needs no parameter. */
  readonly options: readonly (readonly [value: string | undefined, text: string])[];
}

interface TableText {
  readonly label: string;
  readonly value: string | undefined;
  readonly limit: number;
}

interface FilterBarProps {
  readonly path: string;
  readonly search: TableText;
  /** Filters by a text, by the names of their parameters. */
  readonly texts?: readonly (TableText & { readonly name: string })[];
  readonly choices: readonly TableChoice[];
}

/** The form that narrows and sorts a table by parameters of its address. It needs no script. */
export function FilterBar({ path, search, texts = [], choices }: FilterBarProps) {
  const { t, link } = useSite();
  const [action, kept = ''] = link(path).split('?', 2);
  return (
    <form className="filter-bar" role="search" action={action} method="get">
      <p className="filter-words">
        <label htmlFor="q">{search.label}</label>
        <input
          id="q"
          type="search"
          name="q"
          maxLength={typedLimit(search.limit)}
          defaultValue={search.value}
        />
      </p>
      {texts.map(({ name, label, value, limit }) => (
        <p key={name}>
          <label htmlFor={name}>{label}</label>
          <input id={name} name={name} maxLength={typedLimit(limit)} defaultValue={value} />
        </p>
      ))}
      {choices.map(({ name, label, chosen, options }) => (
        <p key={name}>
          <label htmlFor={name}>{label}</label>
          <select id={name} name={name} defaultValue={chosen ?? ''}>
            {options.map(([value = '', text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </p>
      ))}
      {[...new URLSearchParams(kept)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button">{t.tables.apply}</button>
    </form>
  );
}

/** A filter that narrows a table: what it says, and the parameters without it. */
export interface ActiveFilter {
  readonly text: string;
  readonly without: Parameters;
}

/** The filters of a table, each as a link that removes it. */
export function ActiveFilters({
  path,
  filters,
}: {
  readonly path: string;
  readonly filters: readonly ActiveFilter[];
}) {
  const { t, link } = useSite();
  if (filters.length === 0) return null;
  return (
    <ul className="chips" aria-label={t.tables.filters}>
      {filters.map(({ text, without }) => (
        <li key={text}>
          <a className="chip" href={link(path, without)}>
            <span className="hidden">{t.tables.remove}: </span>
            <bdi>{text}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface NothingMatchesProps {
  readonly path: string;
  readonly filters: readonly ActiveFilter[];
  /** Whether there is a further page, because only a part of the rows was looked at. */
  readonly hasMore: boolean;
}

/** What a table says in place of rows when its filters find none: which of them to remove. */
export function NothingMatches({ path, filters, hasMore }: NothingMatchesProps) {
  const { t, link } = useSite();
  return (
    <div className="nothing">
      <p>
        <strong>{hasMore ? t.tables.noneYet : t.tables.none}</strong>
      </p>
      <p>{hasMore ? t.tables.noneYetAdvice : t.tables.noneAdvice}</p>
      <ActiveFilters path={path} filters={filters} />
      <p>
        <a className="button is-quiet" href={link(path)}>
          {t.tables.all}
        </a>
      </p>
    </div>
  );
}

interface TableFootProps {
  /** The rows of the whole result, if this page has all of them. */
  readonly count: number | undefined;
  /** The files of the result: their formats, and their addresses. */
  readonly files: readonly (readonly [format: string, href: string])[];
}

/** How many rows there are, and the links to them as files. */
export function TableFoot({ count, files }: TableFootProps) {
  const { t, format } = useSite();
  return (
    <p className="row quiet">
      {count !== undefined && <span>{t.tables.count(format.number(count))}</span>}
      <span>
        {t.tables.export}{' '}
        {files.map(([name, href], index) => (
          <span key={name}>
            {index > 0 && ', '}
            <a href={href} download>
              {name}
            </a>
          </span>
        ))}
      </span>
    </p>
  );
}
