import type { ReactNode } from 'react';
import { HeadText, type SortHead } from './tables/sort-head.tsx';

interface DataTableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly heads: readonly (string | SortHead)[];
  /** `has-actions`: the last column has the actions of a row, which stay in sight while the table scrolls. */
  readonly kind?: 'bars' | 'has-actions';
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the page, also by the keyboard. */
export function DataTable({ label, heads, kind, children }: DataTableProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className={kind}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={typeof head === 'string' ? head : head.text}
                scope="col"
                aria-sort={typeof head === 'string' ? undefined : head.sorted}
              >
                <HeadText head={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
