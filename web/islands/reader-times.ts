import { CLOCK, DAY, LOCALES } from '../site/format.ts';
import type { Language } from '../site/language.ts';

/** Shows the times of the page in the reader's zone, with UTC beside them. Without JavaScript they are in UTC alone. */
const locale = LOCALES[document.documentElement.lang as Language];
const own = new Intl.DateTimeFormat(locale, { ...DAY, ...CLOCK });
const utc = new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone: 'UTC' });
const SHOWN = 'zone';

function showTimes(): void {
  for (const time of document.querySelectorAll(`time:not([data-${SHOWN}])`)) {
    if (time instanceof HTMLTimeElement) showTime(time);
  }
}

function showTime(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  time.dataset[SHOWN] = '';
  if (Number.isNaN(at.getTime())) return;
  const text = `${own.format(at)} (${utc.format(at)})`;
  // A distance in words has its instant as a title.
  if (time.title === '') time.textContent = text;
  else time.title = text;
}

if (own.resolvedOptions().timeZone !== 'UTC') {
  showTimes();
  // Parts of the page are replaced while it is open.
  new MutationObserver(showTimes).observe(document.body, { childList: true, subtree: true });
  for (const note of document.querySelectorAll<HTMLElement>('[data-reader-times]'))
    note.textContent = note.dataset['readerTimes'] ?? '';
}
