import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

// Parsers of HTML replace some of them and treat others as errors; XML, and so a picture, allows none of them.
// oxlint-disable-next-line no-control-regex -- They are meant; the category Cc with exceptions takes three times as long.
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** The markup of a page or picture. Control characters in its texts become replacement characters (U+FFFD). */
export function renderMarkup(node: ReactNode): string {
  return renderToStaticMarkup(node).replaceAll(CONTROLS, '\uFFFD');
}
