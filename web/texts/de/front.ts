import type { Texts } from '../en.ts';

export const front: Texts['front'] = {
  title: 'Gewinnspiele, und Ziehungen, die jeder nachprüfen kann',
  endingSoon: 'Endet bald',
  new: 'Neu und geändert',
  draw: 'Eine Ziehung, nachgerechnet',
  drawChecked:
    'Für diese Seite wurde das gezogene Los noch einmal aus der öffentlichen Zufallszahl berechnet.',
  verifyDraw: 'Schritt für Schritt ansehen und selbst prüfen',
  waysLabel: 'Wo es weitergeht',
  ways: {
    visitor: { name: 'Mitmachen', what: 'Alle offenen Gewinnspiele, nach ihrem Ende.' },
    publisher: { name: 'Veröffentlichen', what: 'Ihre Gewinnspiele hier anzeigen.' },
    provider: { name: 'Auslosen', what: 'Ziehungen, die Ihre Teilnehmer nachprüfen können.' },
    developer: { name: 'Entwickeln', what: 'Alles steht Ihren Programmen offen.' },
  },
};
