import type { AccountMailTexts } from './en.ts';

export const GERMAN_ACCOUNT_MAILS: AccountMailTexts = {
  signInCode: {
    subject: 'Ihr Code zum Anmelden',
    code: (code) => `Ihr Code zum Anmelden ist ${code}.`,
    validity: 'Er gilt zehn Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.',
  },
  keyExpires: {
    subject: (name) => `Ihr API-Schlüssel „${name}“ läuft bald ab`,
    what: (name, start, at) =>
      `Der API-Schlüssel „${name}“ (${start}…) läuft am ${at} ab. Danach werden Anfragen damit abgelehnt.`,
    advice:
      'Erstellen Sie im Bereich API-Zugang des Dienstes einen neuen Schlüssel, und stellen Sie Ihren Server vorher um.',
    unused: 'Wenn Sie den Schlüssel nicht mehr verwenden, müssen Sie nichts tun.',
  },
  keyCreated: {
    subject: 'Ein neuer API-Schlüssel Ihres Kontos',
    byOperator: 'Der Betreiber des Dienstes',
    byAccount: 'Jemand, der in Ihrem Konto angemeldet war,',
    what: (creator, name, start, at) =>
      `${creator} hat am ${at} den API-Schlüssel „${name}“ (${start}…) erstellt.`,
    scopes: (scopes) => `Seine Rechte: ${scopes}`,
    expires: (at) => `Er läuft ab: ${at ?? 'nie'}`,
    expected: 'Wenn Sie das erwartet haben, müssen Sie nichts tun.',
    advice: 'Wenn nicht, sperren Sie den Schlüssel, und beenden Sie die Sitzungen, die Sie nicht kennen:',
  },
  invited: {
    subject: 'Eine Einladung, für einen Veranstalter zu handeln',
    what: (by, name) => `${by} lädt Sie ein, für den Veranstalter „${name}“ zu handeln:`,
    role: {
      ADMIN:
        'Als Administrator können Sie Einträge veröffentlichen und das Profil, die Domain und die Personen ändern.',
      EDITOR: 'Als Redakteur können Sie Einträge veröffentlichen und ändern.',
    },
    accept: (email) => `Um anzunehmen, melden Sie sich innerhalb von 14 Tagen mit ${email} an:`,
    unexpected:
      'Wenn Sie den Absender nicht kennen oder nicht wissen, worum es geht, ignorieren Sie diese Nachricht.',
  },
  signedIn: {
    subject: 'Ein neues Gerät hat sich in Ihrem Konto angemeldet',
    byCode: 'mit einem Code aus einer E-Mail an diese Adresse',
    byPasskey: (name) => `mit dem Passkey „${name}“`,
    what: (program, at, network, means) =>
      `${program} hat sich am ${at} angemeldet, aus dem Netz ${network}, ${means}.`,
    why: 'Das Gerät hat sich vorher nicht in Ihrem Konto angemeldet, oder es hat keine Cookies von damals.',
    adviceOfCode:
      'Wenn nicht, beenden Sie die Sitzung, und suchen Sie nach Schlüsseln, die Sie nicht erstellt haben:',
    mailbox:
      'Wer sich angemeldet hat, kann Ihre E-Mails lesen: Ändern Sie auch das Passwort Ihres Postfachs.',
    adviceOfPasskey:
      'Wenn nicht, entfernen Sie den Passkey, beenden Sie die Sitzung, und suchen Sie nach Schlüsseln, die Sie nicht erstellt haben:',
  },
  passkey: {
    added: {
      subject: 'Ein neuer Passkey Ihres Kontos',
      what: (name, at) => `Der Passkey „${name}“ wurde am ${at} zu Ihrem Konto hinzugefügt.`,
      advice:
        'Wenn nicht, entfernen Sie den Passkey, denn er kann sich anmelden, und beenden Sie die Sitzungen, die Sie nicht kennen:',
    },
    removed: {
      subject: 'Ein Passkey Ihres Kontos wurde entfernt',
      what: (name, at) => `Der Passkey „${name}“ wurde am ${at} aus Ihrem Konto entfernt.`,
      advice:
        'Wenn nicht, beenden Sie die Sitzungen, die Sie nicht kennen. Ein Code meldet Sie weiterhin an, und Sie können wieder Passkeys hinzufügen:',
    },
    by: (program, network) =>
      `${program} hat das getan, aus dem Netz ${network}, während es in Ihrem Konto angemeldet war.`,
  },
  unknownProgram: 'Ein unbekanntes Programm',
  wasYou: 'Wenn Sie es waren, müssen Sie nichts tun.',
};
