import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  name: 'Giveaways',
  tagline: 'Ein öffentlicher Feed von Gewinnspielen, deren Ziehungen jeder nachprüfen kann.',
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptmenü',
  feed: 'Feed',
  giveaways: 'Ziehungen',
  developers: 'Entwickler',
  access: 'API-Zugang',
  language: 'Sprache',
  footer: 'Über diesen Dienst',
  times: 'Alle Zeiten in UTC.',
  readerTimes: 'Zeiten in Ihrer Zeitzone, in Klammern in UTC.',
  atom: 'Atom-Feed',
  json: 'JSON Feed',
  rest: 'REST-Referenz',
  graphql: 'GraphQL',
  pages: 'Seiten',
  next: 'Nächste Seite',
  previous: 'Vorige Seite',
  first: 'Erste Seite',
};
