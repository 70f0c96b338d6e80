/** A hash or an address on one line; a click, a tap or the focus shows and selects all of it. */
export function Hash({ children, id }: { readonly children: string; readonly id?: string }) {
  return (
    <code className="hash" tabIndex={0} id={id}>
      {children}
    </code>
  );
}
