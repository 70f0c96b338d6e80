import type { Texts } from '../en.ts';

export const profile: Texts['profile'] = {
  what: 'Was Besucher von Ihnen als Veranstalter sehen, auf Ihrer Seite und bei Ihren Einträgen.',
  name: 'Öffentlicher Name',
  nameHint:
    'Bis zu 60 Zeichen. Ohne Namen steht bei den Einträgen, dass ein Konto dieses Dienstes sie veröffentlicht hat.',
  text: 'Über Sie',
  textHint: 'Bis zu 500 Zeichen einfacher Text.',
  links: 'Links',
  linksHint: 'Bis zu fünf Adressen, die mit https:// beginnen, jede auf einer eigenen Zeile.',
  save: 'Profil speichern',
  saved: 'Das Profil ist gespeichert. Nach wenigen Sekunden sehen es alle.',
  yourPage: 'Ihre öffentliche Seite',
};
