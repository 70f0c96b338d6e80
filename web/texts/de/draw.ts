import type { Texts } from '../en.ts';

export const draw: Texts['draw'] = {
  title: (round, giveaway) => `${round} von ${giveaway}`,
  summary: (passport, ticket, total) => `Pass ${passport} hat mit Los ${ticket} von ${total} gewonnen.`,
  undecided: 'Diese Runde hat noch keinen Gewinner.',
  void: {
    VOID: 'Diese Runde schloss ohne Lose und hat deshalb keinen Gewinner.',
    SILENT:
      'Die Zufallsquelle hat 30 Tage lang geschwiegen. Diese Runde hat deshalb keinen Gewinner und wird nie gezogen.',
  },
  back: 'Alle Runden der Verlosung',
  winner: 'Der Gewinner',
  winners: 'Die Gewinner',
  alternates: 'Die Ersatzgewinner',
  alternatesHint:
    'Ein Ersatzgewinner bekommt einen Preis, wenn ein Gewinner keinen bekommt, in dieser Reihenfolge.',
  drawing: (decided, places) =>
    `Die Ziehung läuft: ${decided} von ${places} Plätzen haben einen Gewinner. Die Lose der übrigen folgen aus demselben Startwert, sodass sie niemand mehr ändern kann.`,
  toDeclare: (decided, places) =>
    `${decided} von ${places} Plätzen haben einen Gewinner. Die übrigen bestimmt der Anbieter.`,
  fewPassports: 'Weniger Pässe als Plätze hatten Lose, darum bleiben die übrigen Plätze leer.',
  furtherWinners: (count) => `Weitere Plätze mit einem Gewinner: ${count}.`,
  place: (number) => `Platz ${number}`,
  prizes: 'Die Preise',
  wallet: 'Wallet zur Zeit der Entscheidung',
  chance: 'Anteil an den Losen',
  chanceOf: (entries, total, percent) => `${entries} von ${total} (${percent})`,
  declared: 'Der Anbieter hat diesen Gewinner bestimmt. Es gab keine Ziehung, die sich prüfen ließe.',
  decided: 'Entschieden',

  delivery: 'Der Preis',
  noDelivery: 'Es ist keine Lieferung eingetragen.',
  delivered: 'Als geliefert eingetragen',
  receipt: 'Empfang bestätigt',
  byProvider: 'durch den Anbieter',
  byWinner: 'durch den Gewinner',
  asset: 'Token',
  recipient: 'Empfänger',
  proof: 'Transaktion der Lieferung',
  proofChain: (chain) => `auf Chain ${chain}`,
  moved: 'Übertragen',
  movedAmount: (amount) => `${amount} der kleinsten Einheit`,
  movedToken: (number) => `Token ${number}`,
  movedTokens: (amount, number) => `${amount} von Token ${number}`,
  movedFrom: 'Von',
  movedBy: 'Transaktion gesendet von',
  byWalletOfProvider: 'eine Wallet des Anbieters',
  byOtherWallet: 'keine eingetragene Wallet des Anbieters',
  movedAt: 'Übertragen am',
  verdicts: {
    VERIFIED:
      'Geprüft: Diese Transaktion hat das Token nach der Entscheidung über den Gewinner an den Empfänger übertragen.',
    MISMATCH: 'Die Prüfung ist fehlgeschlagen.',
    PENDING: 'Noch nicht geprüft.',
    UNVERIFIABLE: 'Hier nicht prüfbar.',
  },
  reasons: {
    WAITING: 'Die Transaktion ist noch in keinem Block oder nicht tief genug.',
    NO_ANSWER: 'Der Knoten dieser Chain antwortet gerade nicht.',
    NO_NODE: 'Dieser Dienst hat keinen Knoten dieser Chain.',
    NOT_FOUND: 'Die Transaktion wurde innerhalb eines Tages nicht gefunden.',
    FAILED: 'Die Transaktion ist fehlgeschlagen.',
    NO_TRANSFER: 'Die Transaktion überträgt nichts von diesem Token an den Empfänger.',
    BEFORE_DECISION: 'Die Transaktion ist älter als die Entscheidung über den Gewinner.',
    OTHER_PROVIDER: 'Das Token kam von einer Wallet eines anderen Anbieters.',
    USED_BEFORE: 'Die Transaktion belegt schon die Lieferung eines anderen Preises.',
  },

  news: 'Der Gewinner wurde gezogen. Die Ziehung steht Schritt für Schritt auf dieser Seite, und Sie können sie hier prüfen.',
  howDrawn: 'So wurde gezogen',
  howDrawnText: (total) =>
    `Am Ende der Runde zählten ${total}, jedes mit derselben Chance. Eine öffentliche Zufallszahl, die erst danach erschien, hat entschieden. Niemand konnte sie wählen, und es gibt keinen zweiten Versuch.`,
  steps: 'Die Ziehung Schritt für Schritt',
  stepsHint:
    'Jede Zahl folgt aus denen darüber. Nichts anderes ist zufällig, und es gibt keinen zweiten Versuch.',
  step: {
    entries: 'Die Lose zählen',
    entriesText: (total) =>
      `Am Ende der Runde zählten ${total}. Sie sind von 0 an nummeriert, in der Reihenfolge der ersten Lose.`,
    entriesSource: 'Quelle: die Ereignisse EntriesChanged des Vertrags.',
    close: 'Schluss und Frist abwarten',
    closeText: (close, margin) =>
      `Die Runde schloss am ${close}. Mit der Frist von ${margin} entscheidet die erste Zufallsrunde, die zu diesem Zeitpunkt oder danach signiert wird:`,
    closeSource: 'Quelle: die Optionen der Verlosung, Ereignis GiveawayCreated.',
    beacon: 'Die Signatur der Zufallszahl nehmen',
    beaconRound: 'Zufallsrunde',
    signature: 'Signatur',
    beaconSource:
      'Quelle: das Netz drand quicknet; jeder kann die Signatur mit seinem öffentlichen Schlüssel prüfen. Nur genügend viele Mitglieder von drand zusammen könnten sie früher kennen.',
    beaconLink: 'Dieselbe Runde bei drand',
    ownBeacon:
      'Dies ist eine Test-Chain. Ihre Zufallsquelle gehört zu dieser Installation, darum beweist die Ziehung anderen nichts.',
    ownBeaconSource: 'Quelle: die Zufallsquelle dieser Installation, die nur dieser Test-Chain dient.',
    ownBeaconLink: 'Dieselbe Runde bei der Zufallsquelle',
    randomness: 'Den Hash bilden',
    randomnessText: 'Der SHA-256 der Signatur ist die Zufallszahl.',
    seed: 'Mit der Runde mischen',
    seedText:
      'Der Keccak-256 aus Zufallszahl, Nummer der Chain, Vertrag, Schlüssel der Verlosung und Index der Runde (ihre Nummer weniger 1) ist der Startwert.',
    ticket: 'Das Los ziehen',
    ticketText: (total) => `Der Rest des Startwerts bei Teilung durch ${total} ist das gezogene Los.`,
    places: 'Die weiteren Plätze ziehen',
    placesText:
      'Jedes weitere Los ist der Keccak-256 des Startwerts und der Zahl der zuvor gezogenen Lose, modulo der übrigen Lose. Die Lose, auf die es trifft, fallen für die nächsten weg, und ein Pass bekommt einen Platz.',
    placesSource: 'Quelle: die Ereignisse PlaceDrawn; „Hier prüfen“ wiederholt die Suche für jeden Platz.',
    winner: 'Den Pass finden',
    winnerText: (passport) => `Das Los gehört zu Pass ${passport}.`,
    winnerSource: 'Quelle: das Ereignis WinnerDrawn; „Hier prüfen“ wiederholt die Suche.',
  },
  ticketOf: (ticket, total) => `Los ${ticket} von ${total}`,
  tickets: (last) => `Lose 0 bis ${last}`,
  seed: 'Startwert',
  value: 'Ergebnis',

  verify: 'Hier prüfen',
  verifyHint:
    'Ihr Browser liest die Ereignisse von einem Knoten Ihrer Wahl, fragt drand nach der Signatur, wiederholt die Ziehung und sagt, ob dasselbe herauskommt. Mit einer zweiten Quelle beweist er sie.',
  verifyHintOwn:
    'Ihr Browser liest die Ereignisse von einem Knoten Ihrer Wahl, fragt die Zufallsquelle dieser Installation nach der Signatur, wiederholt die Ziehung und sagt, ob dasselbe herauskommt.',
  verifyNumber: (passport, number) =>
    `In seinem Vertrag, und damit in dieser Prüfung, hat Pass ${passport} die Nummer ${number}.`,
  verifyNoScript: 'Diese Prüfung läuft in Ihrem Browser und braucht JavaScript. Ohne hilft die Befehlszeile:',

  supplied: {
    title: 'Was diese Seite liefert, und wie es ohne sie geht',
    page: 'Das Programm dieser Prüfung und die Werte darunter stammen von dieser Seite, also vom Betreiber dieses Dienstes, der Ihnen auch eine andere Seite zeigen könnte.',
    compare:
      'Vergleichen Sie Chain, Vertrag und Schlüssel mit dem, was Sie vor dem Start notiert haben: Eine spätere Verlosung hat einen anderen Schlüssel. Der erste Block darf nicht nach der Erstellung des Vertrags liegen, die ein Block-Explorer zeigt: Ein späterer würde Zwillinge verbergen.',
    round: 'Index der Runde',
    firstBlock: 'Erster Block des Vertrags',
    beacon: 'Zufallsquelle und ihr Vertrag',
    ownBeacon: 'die Zufallsquelle dieser Installation',
    quicknet: 'drand quicknet, dessen Schlüssel im Programm steht',
    verifier:
      'Dieselbe Prüfung gibt es als eine Datei, die ohne diesen Dienst arbeitet. Bewahren Sie sie auf, öffnen Sie sie von Ihrem Datenträger, und vergleichen Sie ihren SHA-256 mit dem eines eigenen Builds oder einer Veröffentlichung:',
    download: 'Prüfprogramm herunterladen (verifier.html)',
  },

  share: 'Diese Runde teilen',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  file: 'Beweis herunterladen (JSON)',
  command: 'Mit der Befehlszeile prüfen',
};
