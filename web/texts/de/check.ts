import type { Texts } from '../en.ts';

export const check: Texts['check'] = {
  node: 'JSON-RPC-Adresse eines Knotens',
  nodeHint:
    'Ein Knoten der Chain {chain}, dem Sie vertrauen, mit https oder auf Ihrem eigenen Rechner. Er muss Anfragen von Webseiten erlauben (CORS).',
  relayHint:
    'Diese Test-Chain läuft in diesem Dienst, der die Anfragen dieser Prüfung weitergibt. Ein anderer Knoten der Chain geht ebenso.',
  second: 'Ein zweiter Knoten (freiwillig)',
  hash: 'Hash eines Blocks aus einem Block-Explorer (freiwillig)',
  secondHint:
    'Mit einer zweiten Quelle wird die Ziehung bewiesen: durch den Zustand eines Blocks, dessen Hash beide Quellen bestätigen. Die zweite Quelle ist ein Knoten von jemand anderem, oder der Hash eines endgültigen Blocks ab {block}, den Sie in einem Block-Explorer nachschlagen. Adressen auf einem Rechner oder unter einer Domain sind eine Quelle.',
  note: 'Was Sie vor dem Start notiert haben (freiwillig)',
  noteHint:
    'Fügen Sie Ihre Notiz ein: Die Prüfung sagt, ob sie diese Chain, diesen Vertrag und diese Verlosung nennt.',
  start: 'Ziehung prüfen',
  cancel: 'Abbrechen',
  running: 'Die Ereignisse der Verlosung werden gelesen',
  answers: 'Bisher Antworten der Knoten: {count}',
  failed: 'Die Ziehung konnte nicht geprüft werden:',
  cancelled: 'Die Prüfung wurde abgebrochen.',
  timedOut:
    'Die Ziehung konnte nicht geprüft werden: Der Knoten hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal, oder nennen Sie einen anderen Knoten.',
  blocked:
    'Die Ziehung konnte nicht geprüft werden: Der Knoten antwortet, erlaubt dieser Seite aber nicht, seine Antworten zu lesen (CORS). Nennen Sie einen anderen Knoten, erlauben Sie die Adresse dieser Seite in den Einstellungen des Knotens, oder nehmen Sie die Befehlszeile.',
  unreachable:
    'Die Ziehung konnte nicht geprüft werden: Der Knoten ist nicht zu erreichen. Prüfen Sie seine Adresse: Ein Browser erreicht nur https, oder einen Knoten auf Ihrem eigenen Rechner.',
  otherBlock:
    'Der Knoten gibt keinen Beweis seines Zustands, darum wurde der Beweis dieses Dienstes gelesen. Er gilt für Block {block}: Schlagen Sie den Hash dieses Blocks in einem Block-Explorer nach, und fügen Sie ihn ein.',
  otherChain:
    '{node} ist ein Knoten der Chain {found}. Die Ziehung ist auf der Chain {chain}: Nennen Sie einen Knoten dieser Chain.',
  otherDraw: 'Der Beweis gilt für eine andere Ziehung als die gefragte: {found}.',
  tooLarge: 'Diese Datei hat mehr als {count} MiB. So groß ist kein Beweis.',
  differs: 'auf der Chain: {value}',
  steps: 'Alle {count} Prüfungen',
  basis: { computed: 'berechnet', proved: 'bewiesen', reported: 'gemeldet' },
  verdict: {
    verified: 'BESTÄTIGT',
    'not-verified': 'NICHT BESTÄTIGT',
    undecided: 'NOCH NICHT ENTSCHIEDEN',
    'not-bound': 'NICHT AN SEINE ENTSTEHUNG GEBUNDEN',
  },
  winner:
    'Pass {passport} hat Runde {round} des Vertrags {hub} auf Chain {chain} gewonnen, entschieden in Block {block}.',
  says: {
    'not-verified': 'Diese Prüfungen weichen ab: {names}. Gefragt war der Vertrag {hub} auf Chain {chain}.',
    undecided:
      'Offen: {names}. Nichts widerspricht der Ziehung: Versuchen Sie es später noch einmal, oder nennen Sie andere Knoten. Gefragt war der Vertrag {hub} auf Chain {chain}.',
    'not-bound':
      'Alles andere stimmt. Aber die Adresse des Vertrags folgt nicht aus dem Code, der ihn erzeugt hat; dieser könnte Verlauf und Ergebnis geschrieben haben.',
  },
  liars: {
    proved:
      'Wer lügen kann: nicht die Knoten, denn der Zustand ist bewiesen. Entweder hat der Anbieter oder der Eigentümer des Vertrags einen Verlauf geschrieben, der die Regeln bricht; oder diese Seite rechnet falsch, deren Programm vom Betreiber dieses Dienstes stammt.',
    reported:
      'Wer lügen kann: der Knoten, der einen Verlauf melden kann, den es nie gab; der Anbieter oder der Eigentümer des Vertrags, der ihn geschrieben haben kann; oder diese Seite, deren Programm vom Betreiber dieses Dienstes stammt.',
    next: 'Was Sie jetzt tun können: Prüfen Sie noch einmal mit einem Knoten von jemand anderem, und mit einem eigenen Prüfprogramm (verifier.html oder Befehlszeile). Weichen die Prüfungen weiter ab, erkennen Sie den Gewinner nicht an: Heben Sie den Beweis auf, und fragen Sie den Anbieter.',
  },
  proved: 'Bewiesen durch den Zustand von Block {block}: {count} Quellen bestätigen seinen Hash.',
  reportedByOne:
    'Von einer Quelle gemeldet, nicht bewiesen: Erfindet sie alles ohne Widerspruch, glaubt ihr diese Prüfung.',
  reportedByMany: 'Von {count} Quellen gemeldet, nicht bewiesen.',
  reportedByNone: 'Keine Quelle bestätigt den Block dieses Beweises.',
  needsSources:
    'Ein Beweis braucht zwei Quellen für den Hash von Block {block}. Dieser Beweis nennt {hash}: Vergleichen Sie mit einem Knoten Ihrer Wahl oder einem Block-Explorer.',
  times: {
    proved:
      'Erstellung, letzte Änderung und Ziehung haben ihre Zeiten aus Belegen in Blöcken, die {count} Quellen bestätigen.',
    reported:
      'Die Zeiten von Erstellung, letzter Änderung und Ziehung brauchen zwei Knoten; Quellen bisher: {count}.',
  },
  fromService:
    'Der Knoten gibt keinen Beweis, darum stammt er von diesem Dienst. Man muss ihm nicht glauben: Die Quellen bestätigen seinen Block.',
  finality: {
    final: 'Der Block ist endgültig.',
    provisional: 'Vorläufig: Der Block ist noch nicht endgültig, die Ziehung kann sich noch ändern.',
    unknown: 'Die Quellen sagen nicht, ob der Block endgültig ist.',
  },
  verdictTwins: {
    whole: '{verdict} · Zwillinge: {count}',
    incomplete: '{verdict} · Zwillinge: mindestens {count}',
    unsearched: '{verdict} · Zwillinge: nicht gesucht',
  },
  twins: {
    none: 'Kein Zwilling unter {compared} anderen gezogenen Verlosungen des Anbieters',
    some: 'Zwillinge: {count} von {compared} anderen gezogenen Verlosungen des Anbieters überschneiden sich mit dieser in Zeit und Teilnehmern',
    unsearched:
      'Niemand hat nach Zwillingen gesucht, also nach Verlosungen des Anbieters für dieselben Teilnehmer zur selben Zeit.',
    range: '{found} (Verträge: {hubs}, Blöcke {from} bis {to}; {list}).',
    list: {
      proved: 'die Liste aller Ankündigungen ist bewiesen',
      reported: 'die Liste aller Ankündigungen ist gemeldet, nicht bewiesen',
      incomplete: 'es fehlen Ankündigungen, also vielleicht auch Zwillinge',
    },
    ignored: 'Ankündigungen unbekannter Verträge, die jeder machen kann: {count}.',
  },
  announced: {
    'before-start': 'Die Verlosung wurde vor ihrem Start angekündigt.',
    'after-start': 'Die Verlosung wurde erst nach ihrem Start angekündigt.',
    not: 'Die Verlosung steht nicht in der Liste der Ankündigungen.',
  },
  twin: '{from} bis {to}, gemeinsame Teilnehmer: {shared}',
  twinWithoutEnd: 'ohne Ende',
  twinRound: ', dieselbe Zufallsrunde entscheidet ihre Runde {round}',
  twinHub: { same: ', Vertrag {hub}', other: ', Vertrag {hub} eines anderen Eigentümers' },
  signers: {
    title: 'Wer Einträge geändert hat, und wer Unterzeichner hinzufügen kann',
    active: '{changes} Änderungen von Einträgen, aktiv seit {from}',
    gone: '{changes} Änderungen von Einträgen, nicht mehr aktiv',
    others: 'Weitere Unterzeichner: {count}.',
    wallet: 'Der Eigentümer {owner} kann Unterzeichner hinzufügen: ein Wallet mit einem einzigen Schlüssel.',
    contract:
      'Der Eigentümer {owner} kann Unterzeichner hinzufügen: ein Vertrag, etwa ein Wallet mit mehreren Unterschriften.',
    timelock:
      'Der Eigentümer {owner} kann Unterzeichner hinzufügen: eine Zeitsperre, deren Handlungen {delay} Sekunden warten.',
    next: 'Der nächste Eigentümer {owner} hat noch nicht angenommen.',
    delay:
      'Neue Unterzeichner handeln {delay} Sekunden später, solange Runden offen oder Preise nicht übergeben sind.',
  },
  noted: {
    same: 'Ihre Notiz nennt diese Chain, diesen Vertrag und diese Verlosung.',
    other: 'Ihre Notiz nennt {names} nicht: Hier kann eine andere Ziehung stehen als die angekündigte.',
  },
  notedParts: { chain: 'diese Chain', hub: 'diesen Vertrag', giveaway: 'diese Verlosung' },
  beacon: {
    same: 'drand hat dieselbe Signatur für diese Zufallsrunde.',
    other: 'drand hat eine andere Signatur für diese Zufallsrunde.',
    none: 'drand hat nicht geantwortet; die Signatur wurde mit dem öffentlichen Schlüssel geprüft.',
    unasked:
      'Kein Relay wurde gefragt; die Signatur wurde mit dem öffentlichen Schlüssel von drand quicknet geprüft.',
  },
  ownBeacon: {
    same: 'Die genannte Zufallsquelle hat dieselbe Signatur. Sie ist nicht das öffentliche quicknet: Ihr Besitzer kann Ergebnisse früher kennen.',
    other: 'Die genannte Zufallsquelle hat eine andere Signatur für diese Zufallsrunde.',
    none: 'Die genannte Zufallsquelle hat nicht geantwortet; die Signatur wurde mit ihrem öffentlichen Schlüssel geprüft. Sie ist nicht das öffentliche quicknet.',
    unasked: 'Die Zufallsquelle ist nicht das öffentliche quicknet.',
  },
};
