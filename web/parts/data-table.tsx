import type { ReactNode } from 'react';

interface DataTableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly heads: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the page, also by the keyboard. */
export function DataTable({ label, heads, children }: DataTableProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
