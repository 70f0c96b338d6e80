import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

interface DataTableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly heads: readonly string[];
  /** `has-actions`: the last column has the actions of a row, which stay in sight while the table scrolls. */
  readonly kind?: 'bars' | 'has-actions';
  /** The rows. */
  readonly children: ReactNode;
}

/**
 * A table whose rows become lines on a phone, if they are given as `tr`; elsewhere it scrolls sideways where it is wider than the
 * page, also by the keyboard.
 */
export function DataTable({ label, heads, kind, children }: DataTableProps) {
  const rows = Children.toArray(children);
  const isStacked = kind !== 'has-actions' && rows.every(isRow);
  return (
    <div className={isStacked ? 'table-scroll is-stacked' : 'table-scroll'} tabIndex={0} role="group" aria-label={label}>
      <table className={kind}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{isStacked ? rows.filter(isRow).map((row) => withLabels(row, heads)) : rows}</tbody>
      </table>
    </div>
  );
}

type Row = ReactElement<{ readonly children: ReactNode }>;

function isRow(row: ReactNode): row is Row {
  return isValidElement(row) && row.type === 'tr';
}

/** A row whose cells know the names of their columns. */
function withLabels(row: Row, heads: readonly string[]): ReactNode {
  const cells = Children.toArray(row.props.children).filter((cell) => isValidElement(cell));
  return cloneElement(
    row,
    {},
    cells.map((cell, index) => cloneElement(cell as ReactElement<object>, { 'data-label': heads[index] } as object)),
  );
}
