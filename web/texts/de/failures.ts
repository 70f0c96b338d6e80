import type { Texts } from '../en.ts';

export const failures: Texts['failures'] = {
  pages: {
    400: {
      title: 'Diese Adresse ist nicht lesbar',
      advice: 'Ein Teil der Adresse oder des Formulars hat einen Wert, den diese Seite nicht kennt.',
    },
    401: {
      title: 'Diese Seite verlangt eine Anmeldung',
      advice: 'Ihre Sitzung ist beendet, oder Sie sind nicht angemeldet.',
    },
    403: {
      title: 'Diese Anfrage wurde abgelehnt',
      advice:
        'Sie dürfen das nicht, oder das Formular ist nicht von einer Seite dieser Website unter ihrer eigenen Adresse.',
    },
    404: { title: 'Hier ist nichts', advice: 'Die Seite gibt es nicht, oder sie wurde zurückgezogen.' },
    405: {
      title: 'Diese Seite nimmt keine Formulare an',
      advice: 'Gehen Sie zurück und öffnen Sie die Seite über ihren Link.',
    },
    413: { title: 'Das Formular ist zu groß', advice: 'Gehen Sie zurück und kürzen Sie Ihre Eingaben.' },
    414: { title: 'Diese Adresse ist zu lang', advice: 'Kürzen Sie sie auf 4.096 Zeichen.' },
    415: {
      title: 'Dieses Formular ist nicht lesbar',
      advice: 'Senden Sie das Formular so, wie die Seite es anbietet.',
    },
    429: { title: 'Zu viele Anfragen', advice: 'Warten Sie eine Minute und versuchen Sie es dann erneut.' },
    500: { title: 'Hier ist etwas schiefgegangen', advice: 'Versuchen Sie es gleich noch einmal.' },
    503: { title: 'Der Dienst ist ausgelastet', advice: 'Versuchen Sie es in einigen Sekunden noch einmal.' },
  },
  parameter: (name, problem) =>
    problem === undefined
      ? `Prüfen Sie den Parameter „${name}“ der Adresse.`
      : `Prüfen Sie den Parameter „${name}“ der Adresse: ${problem}`,
  formKept:
    'Diese Seite behält Ihre Eingaben: Senden Sie das Formular hier erneut. Nichts geschieht doppelt.',
  sendAgain: 'Formular erneut senden',
  home: 'Zum Feed',
  request: 'Anfrage',
};
