interface TabsProps {
  /** The name of the choice for screen readers. */
  readonly label: string;
  /** Whether the name is shown, because the links do not say what they choose. */
  readonly isLabelShown?: boolean;
  /** What the chosen link is: a page of several, or one choice. */
  readonly chosenAs?: 'page' | 'true';
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isChosen: boolean }[];
}

/** Links of which one is chosen. */
export function Tabs({ label, isLabelShown = false, chosenAs = 'true', tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {isLabelShown && <span aria-hidden="true">{label}</span>}
      <ul>
        {tabs.map(({ href, text, isChosen }) => (
          <li key={href}>
            <a href={href} aria-current={isChosen ? chosenAs : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
