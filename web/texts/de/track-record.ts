import type { Texts } from '../en.ts';

export const trackRecord: Texts['trackRecord'] = {
  title: 'Was dieser Anbieter bisher getan hat',
  hint: 'Auf der Chain gezählt; nichts davon sind Angaben des Anbieters.',
  newest: (giveaways) => `Gezählt über die neuesten ${giveaways} Gewinnspiele dieses Anbieters.`,
  onChain: 'Dieses Gewinnspiel ist auf einer Chain, wo jeder die Ziehung prüfen kann.',
  toGiveaway: 'Runden zeigen',
  none: 'Noch keine Runde dieses Anbieters ist entschieden.',
  rounds: { one: 'Runde', other: 'Runden' },
  prizes: { one: 'Preis', other: 'Preise' },
  decided: (rounds, onTime, delay) =>
    `${rounds} entschieden, ${onTime} innerhalb eines Tages nach der Frist, mittlere Verzögerung (Median) ${delay}.`,
  overdue: (rounds) => `${rounds} überfällig: einen Tag nach der Frist nicht entschieden.`,
  proved: (proved, prizes, delivered) =>
    `${prizes}: ${proved} nachweislich geliefert, ${delivered} als geliefert eingetragen.`,
  late: (prizes) => `${prizes} überfällig: nach 30 Tagen ist keine Lieferung eingetragen.`,
  seconds: { one: 'Sekunde', other: 'Sekunden' },
  minutes: { one: 'Minute', other: 'Minuten' },
  hours: { one: 'Stunde', other: 'Stunden' },
  days: { one: 'Tag', other: 'Tage' },
};
