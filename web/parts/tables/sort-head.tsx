/** The head of a column by which a table can be sorted. */
export interface SortHead {
  readonly text: string;
  /** The address of the table in this order, or in the opposite one when it has this order. */
  readonly href: string;
  readonly sorted: 'ascending' | 'descending' | undefined;
}

/** The content of the head of a column: its name, and the way to sort by it. */
export function HeadText({ head }: { readonly head: string | SortHead }) {
  if (typeof head === 'string') return head;
  const { text, href, sorted } = head;
  return (
    <a className="sort" href={href}>
      {text} <span aria-hidden="true">{sorted === undefined ? '↕' : sorted === 'ascending' ? '↑' : '↓'}</span>
    </a>
  );
}
