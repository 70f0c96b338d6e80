import type { verifier as english } from '../en/verifier.ts';

export const verifier: typeof english = {
  title: 'Eine Ziehung prüfen',
  intro:
    'Diese Datei wiederholt die Ziehung einer Verlosung: aus einem Beweis oder aus dem, was Knoten melden. Sie fragt nur die Adressen, die Sie nennen, und speichert nichts.',
  origin:
    'Wer Ihnen diese Datei gab, bestimmt, was sie sagt. Vergleichen Sie ihren SHA-256 mit dem einer Veröffentlichung oder eines eigenen Builds.',
  noScript: 'Diese Prüfung braucht JavaScript.',
  language: 'Sprache',
  file: 'Beweisdatei (proof.json)',
  fileHint:
    'Wählen Sie die Datei, oder ziehen Sie sie irgendwo auf diese Seite. Ein Beweis braucht zwei Quellen für den Hash seines Blocks, die Sie unten nennen.',
  fileRead:
    'Beweis von Runde {round} (Index {index}) der Verlosung {giveaway}, Vertrag {hub}, Chain {chain}. Er beweist den Zustand von Block {block}; vergleichen Sie dessen Hash {hash} mit einem Block-Explorer.',
  notProof: 'Diese Datei ist kein Beweis:',
  oneFile: 'Bitte nur eine Datei auf einmal.',
  remove: 'Datei entfernen',
  draw: 'Die Ziehung',
  drawHint:
    'Nötig ohne Beweisdatei. Mit einer muss stimmen, was Sie eintragen: Nehmen Sie es aus dem, was Sie vor dem Start notiert haben.',
  chain: 'Nummer der Chain',
  hub: 'Vertrag (Hub)',
  giveaway: 'Schlüssel der Verlosung (0x…) oder ihre ID (gwy_…)',
  round: 'Index der Runde, von 0 an gezählt',
  firstBlock: 'Erster Block des Vertrags',
  firstBlockHint:
    'Zwillinge werden von diesem Block an gesucht: 0, oder der Block, in dem der Vertrag entstand.',
  sources: 'Ihre Quellen',
  secondHint:
    'Mit zwei Quellen wird die Ziehung bewiesen: durch den Zustand eines Blocks, dessen Hash beide bestätigen. Die zweite ist ein Knoten von jemand anderem, oder der Hash eines endgültigen Blocks nach der Ziehung aus einem Block-Explorer; bei einer Beweisdatei der Hash ihres Blocks. Adressen auf einem Rechner oder unter einer Domain sind eine Quelle.',
  nodeHint: 'Ein Knoten der Chain, dem Sie vertrauen. Er muss Anfragen von Webseiten erlauben (CORS).',
  beacon: 'Relay von drand (freiwillig)',
  beaconHint:
    'Ohne Relay wird der Schlüssel von drand quicknet erwartet, der in dieser Datei steht. Mit einem gelten Schlüssel und Zeiten, die sein /info nennt: Nennen Sie nur eines, dem Sie vertrauen.',
};
