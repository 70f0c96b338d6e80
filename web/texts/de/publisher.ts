import type { Texts } from '../en.ts';

export const publisher: Texts['publisher'] = {
  title: 'Gewinnspiele eines Veröffentlichers',
  description: 'Alles, was dieser Veröffentlicher ankündigt, auch beendete Gewinnspiele.',
  since: 'veröffentlicht seit',
  none: 'Dieser Veröffentlicher hat im Moment kein veröffentlichtes Gewinnspiel.',
};
