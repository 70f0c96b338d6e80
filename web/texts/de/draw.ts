import type { Texts } from '../en.ts';

export const draw: Texts['draw'] = {
  title: (round, giveaway) => `${round} von ${giveaway}`,
  summary: (passport, ticket, total) => `Pass ${passport} hat mit Los ${ticket} von ${total} gewonnen.`,
  undecided: 'Diese Runde hat noch keinen Gewinner.',
  void: 'Diese Runde schloss ohne Lose und hat deshalb keinen Gewinner.',
  back: 'Alle Runden der Verlosung',
  winner: 'Der Gewinner',
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
      'Quelle: das Netz drand quicknet; jeder kann die Signatur mit seinem öffentlichen Schlüssel prüfen.',
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
    'Ihr Browser liest die Ereignisse von einem Knoten Ihrer Wahl, fragt drand nach der Signatur, wiederholt die Ziehung und sagt, ob dasselbe herauskommt. Dieser Dienst liefert nur das Programm.',
  verifyHintOwn:
    'Ihr Browser liest die Ereignisse von einem Knoten Ihrer Wahl, fragt die Zufallsquelle dieser Installation nach der Signatur, wiederholt die Ziehung und sagt, ob dasselbe herauskommt.',
  verifyNumber: (passport, number) =>
    `In seinem Vertrag, und damit in dieser Prüfung, hat Pass ${passport} die Nummer ${number}.`,
  verifyNode: 'JSON-RPC-Adresse eines Knotens',
  verifyNodeHint:
    'Ein Knoten der Chain {chain}, dem Sie vertrauen, mit https oder auf Ihrem eigenen Rechner. Er muss Anfragen von Webseiten erlauben (CORS).',
  verifyRelayHint:
    'Diese Test-Chain läuft in diesem Dienst, der die Anfragen dieser Prüfung weitergibt. Ein anderer Knoten der Chain geht ebenso.',
  verifyStart: 'Ziehung prüfen',
  verifyRunning: 'Die Ereignisse der Verlosung werden gelesen',
  verifyCancel: 'Abbrechen',
  verifyAnswers: 'Bisher Antworten des Knotens: {count}',
  verifyCancelled: 'Die Prüfung wurde abgebrochen.',
  verifyTimedOut:
    'Die Ziehung konnte nicht geprüft werden: Der Knoten hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal, oder nennen Sie einen anderen Knoten.',
  verifyBlocked:
    'Die Ziehung konnte nicht geprüft werden: Der Knoten antwortet, erlaubt dieser Seite aber nicht, seine Antworten zu lesen (CORS). Nennen Sie einen anderen Knoten, erlauben Sie die Adresse dieser Seite in den Einstellungen des Knotens, oder nehmen Sie die Befehlszeile weiter unten.',
  verifyUnreachable:
    'Die Ziehung konnte nicht geprüft werden: Der Knoten ist nicht zu erreichen. Prüfen Sie seine Adresse: Ein Browser erreicht nur https, oder einen Knoten auf Ihrem eigenen Rechner.',
  verifyNoScript: 'Diese Prüfung läuft in Ihrem Browser und braucht JavaScript. Ohne hilft die Befehlszeile:',
  verdict: {
    verified: 'BESTÄTIGT',
    'not-verified': 'NICHT BESTÄTIGT',
    undecided: 'NOCH NICHT ENTSCHIEDEN',
    'not-bound': 'NICHT AN SEINE ENTSTEHUNG GEBUNDEN',
  },
  verifyFailed: 'Die Ziehung konnte nicht geprüft werden:',
  verifyDiffers: 'auf der Chain: {value}',
  verifySteps: (count) => `Alle ${count} Prüfungen`,
  verifyBeacon: {
    same: 'drand hat dieselbe Signatur für diese Zufallsrunde.',
    other: 'drand hat eine andere Signatur für diese Zufallsrunde.',
    none: 'drand hat nicht geantwortet; die Signatur wurde mit dem öffentlichen Schlüssel geprüft.',
  },
  verifyOwnBeacon: {
    same: 'Die Zufallsquelle dieser Installation hat dieselbe Signatur für diese Zufallsrunde.',
    other: 'Die Zufallsquelle dieser Installation hat eine andere Signatur für diese Zufallsrunde.',
    none: 'Die Zufallsquelle dieser Installation hat nicht geantwortet; die Signatur wurde mit dem öffentlichen Schlüssel geprüft.',
  },

  share: 'Diese Runde teilen',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  file: 'Beweis herunterladen (JSON)',
  command: 'Mit der Befehlszeile prüfen',
};
