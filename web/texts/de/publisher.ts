import type { Texts } from '../en.ts';

export const publisher: Texts['publisher'] = {
  title: 'Gewinnspiele eines Veranstalters',
  description: 'Alle Gewinnspiele dieses Veranstalters, auch beendete.',
  since: 'veröffentlicht seit',
  none: 'Dieser Veranstalter hat im Moment kein veröffentlichtes Gewinnspiel.',
};
