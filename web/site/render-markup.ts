import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

// Parsers of HTML replace some of them and treat others as errors; XML, and so a picture, allows none of them.
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** The markup of a page or picture. Control characters in its texts become replacement characters (U+FFFD). */
export function renderMarkup(node: ReactNode): string {
  return renderToStaticMarkup(node).replaceAll(CONTROLS, '\uFFFD');
}
