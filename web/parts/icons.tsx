import { markup } from '../site/markup.ts';

/** The mark of the site: a ticket with a notch. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M4 8a3 3 0 0 1 3-3h18a3 3 0 0 1 3 3v5a3 3 0 0 0 0 6v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-5a3 3 0 0 0 0-6z" />
      <path className="mark-check" d="m10.5 16.5 4 4 7-8.5" />
    </svg>
  );
}

/** The sign of the verified badge. */
export const CHECK_ICON = markup`
<svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
  <path d="M8 0.8 9.9 2.3l2.4-.2.6 2.3 2 1.3-.9 2.3.9 2.3-2 1.3-.6 2.3-2.4-.2L8 15.2l-1.9-1.5-2.4.2-.6-2.3-2-1.3L2 8l-.9-2.3 2-1.3.6-2.3 2.4.2z"/>
  <path class="icon-stroke" d="m5.2 8.2 2 2 3.7-4.3"/>
</svg>`;

/** The sign of a time that is left. */
export const CLOCK_ICON = markup`
<svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
  <circle class="icon-line" cx="8" cy="8" r="6.2"/>
  <path class="icon-line" d="M8 4.5V8l2.4 1.6"/>
</svg>`;
