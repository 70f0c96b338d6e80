import type { MessageText } from '../en/messages.ts';

export const messages: readonly MessageText[] = [
  [
    /^You may not act for the publisher that the request names.*$/,
    'Für diesen Veranstalter dürfen Sie nicht handeln: Es ist weder Ihr eigener, noch gehören Sie dazu.',
  ],
  [
    /^Your role for this publisher is EDITOR.*$/,
    'Ihre Rolle bei diesem Veranstalter ist Redakteur. Bitten Sie den Inhaber oder einen Administrator, das zu tun oder Ihre Rolle zu ändern.',
  ],
  [
    /^is the address of the owner, whose role does not change\.$/,
    'ist die Adresse des Inhabers, dessen Rolle sich nicht ändert.',
  ],
  [
    /^The publisher has (\d+) members and invitations, which is the limit.*$/,
    'Der Veranstalter hat schon $1 Mitglieder und Einladungen, mehr sind nicht möglich. Entfernen Sie zuerst jemanden.',
  ],
  [
    /^You are a member of (\d+) publishers, which is the limit.*$/,
    'Sie gehören schon zu $1 Veranstaltern, mehr sind nicht möglich. Verlassen Sie zuerst einen.',
  ],
  [
    /^You are neither a member of this publisher nor invited.*$/,
    'Sie gehören nicht zu diesem Veranstalter und sind nicht eingeladen, oder die Einladung ist abgelaufen. Bitten Sie um eine neue.',
  ],
  [
    /^Nobody with this e-mail address is a member or invited.*$/,
    'Mit dieser E-Mail-Adresse ist niemand Mitglied oder eingeladen.',
  ],
  [
    /^The passkey was not accepted.*$/,
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder nehmen Sie einen Code.',
  ],
  [
    /^The request for the passkey is too old or was used before.*$/,
    'Das hat zu lange gedauert oder wurde schon gesendet. Versuchen Sie es noch einmal.',
  ],
  [
    /^This passkey is not known here, or was removed.*$/,
    'Dieser Passkey ist hier nicht bekannt oder wurde entfernt. Nehmen Sie einen Code oder einen anderen Passkey.',
  ],
  [
    /^Another device may have a copy of this passkey.*$/,
    'Vielleicht hat ein anderes Gerät eine Kopie dieses Passkeys. Melden Sie sich mit einem Code an, entfernen Sie ihn, und fügen Sie einen neuen hinzu.',
  ],
  [
    /^The account has (\d+) passkeys, which is the limit.*$/,
    'Das Konto hat schon $1 Passkeys, mehr sind nicht möglich. Entfernen Sie zuerst einen.',
  ],
  [/^is required: send 1 to (\d+) characters\.$/, 'fehlt. Möglich sind 1 bis $1 Zeichen.'],
  [/^is required: send an e-mail address\.$/, 'fehlt. Geben Sie eine E-Mail-Adresse an.'],
  [
    /^(?:provider )?is required for provider scopes.*$/,
    'fehlt. Die Berechtigungen für Anbieter brauchen einen Anbieter.',
  ],
  [/^is required\.$/, 'fehlt.'],
  [
    /^You have objected already.*$/,
    'Sie haben schon widersprochen. Warten Sie auf die Entscheidung des Betreibers.',
  ],
  [/^Your objection was (?:upheld|rejected) already.*$/, 'Über Ihren Widerspruch ist schon entschieden.'],
  [/^More than \d+ days have passed since the decision.*$/, 'Für einen Widerspruch ist es zu spät.'],
  [
    /^No decision on record hides this listing.*$/,
    'Keine verzeichnete Entscheidung verbirgt diesen Eintrag, deshalb gibt es nichts zu widersprechen.',
  ],
  [
    /^The file is not a JPEG.*$/,
    'Die Datei ist kein Bild als JPEG, PNG, WebP oder AVIF. Speichern Sie es in einem dieser Formate.',
  ],
  [/^The image is animated.*$/, 'Das Bild ist animiert. Senden Sie ein einzelnes Bild.'],
  [
    /^The image cannot be decoded.*$/,
    'Das Bild lässt sich nicht lesen, vielleicht ist es unvollständig. Speichern Sie es neu.',
  ],
  [
    /^The image has more than 40 million pixels.*$/,
    'Das Bild hat mehr als 40 Millionen Pixel. Verkleinern Sie es.',
  ],
  [
    /^The image has fewer than 16 pixels.*$/,
    'Das Bild ist zu klein: Jede Seite braucht mindestens 16 Pixel.',
  ],
  [
    /^Your pictures take up all the space.*$/,
    'Ihre Bilder belegen den ganzen Platz, den ein Veranstalter hat. Entfernen Sie nicht mehr gebrauchte.',
  ],
  [/^This service takes no images at the moment\.$/, 'Dieser Dienst nimmt zurzeit keine Bilder an.'],
  [
    /^Your account has (\d+) drafts.*$/,
    'Ihr Konto hat $1 Entwürfe, mehr sind nicht möglich. Löschen Sie zuerst einen.',
  ],
  [
    /^(?:(?:texts )?are too long together|is too long): a draft has at most ([\d,]+) bytes\.$/,
    'Der Text ist zu lang: Ein Entwurf hat höchstens $1 Bytes.',
  ],
  [
    /^is no picture that you have sent within a day.*$/,
    'ist nicht mehr da. Senden Sie das Bild noch einmal.',
  ],
  [/^is too long: shorten it to (\d+) characters\.$/, 'ist zu lang. Kürzen Sie auf $1 Zeichen.'],
  [/^must be a string of at most (\d+) characters\.$/, 'darf höchstens $1 Zeichen haben.'],
  [/^must have at most 64 characters before the @\.$/, 'darf höchstens 64 Zeichen vor dem @ haben.'],
  [/^contains the character U\+0000.*$/, 'enthält das Zeichen U+0000. Entfernen Sie es.'],
  [/^contains half of a surrogate pair.*$/, 'enthält ein halbes Zeichen. Entfernen Sie es.'],
  [/^has no visible character.*$/, 'hat kein sichtbares Zeichen. Geben Sie einen lesbaren Text ein.'],
  [
    /^must be an absolute https:\/\/ URL.*$/,
    'muss eine vollständige https-Adresse sein, ohne Benutzername, Passwort und Leerzeichen.',
  ],
  [
    /^is not the name of a domain.*$/,
    'ist kein Name einer Domain. Geben Sie einen Namen wie example.org an, ohne https://, Port und Pfad.',
  ],
  [/^is a name that the public DNS does not have\.$/, 'ist ein Name, den es im öffentlichen DNS nicht gibt.'],
  [
    /^is a public suffix: others have names below it\..*$/,
    'ist eine Endung, unter der andere ihre Namen haben. Beanspruchen Sie Ihren eigenen Namen darunter.',
  ],
  [/^There is no domain: claim one first.*$/, 'Beanspruchen Sie zuerst eine Domain.'],
  [
    /^This service checks no domains.*$/,
    'Dieser Dienst prüft zurzeit keine Domains: Der Betreiber hat die Prüfungen abgeschaltet.',
  ],
  [
    /^Many domains are being checked now\. Try again in (\d+) seconds\.$/,
    'Zurzeit werden viele Domains geprüft. Versuchen Sie es in $1 Sekunden erneut.',
  ],
  [/^must be a country code of ISO 3166-1.*$/, 'muss aus Ländercodes nach ISO 3166-1 bestehen, etwa DE.'],
  [/^has too many entries: send at most (\d+)\.$/, 'sind zu viele. Möglich sind höchstens $1.'],
  [/^must be a whole number from (\d+) to ([\d,]+)\.$/, 'muss eine ganze Zahl von $1 bis $2 sein.'],
  [/^has too many links: send at most (\d+)\.$/, 'sind zu viele. Möglich sind höchstens $1.'],
  [
    /^The operator has blocked this publisher, so nothing was (?:changed|published)\. Reason: (.*)$/su,
    'Der Betreiber hat diesen Veranstalter gesperrt, deshalb wurde nichts übernommen. Grund: $1',
  ],
  [
    /^must be an absolute http.*$/,
    'muss eine vollständige http- oder https-Adresse sein, ohne Benutzername, Passwort und Leerzeichen.',
  ],
  [
    /^must be a real instant.*$/,
    'muss ein Datum mit Uhrzeit sein, etwa 2027-08-31T18:00 in einer der Zeitzonen.',
  ],
  [/^must be one plain e-mail address.*$/, 'muss eine einzelne E-Mail-Adresse sein, etwa name@example.com.'],
  [
    /^must be the digits of the e-mail: (\d+), or (\d+)\.$/,
    'muss aus den Ziffern der E-Mail bestehen: $1 oder $2.',
  ],
  [/^is empty: name at least one scope\.$/, 'fehlen. Wählen Sie mindestens eine.'],
  [/^must have one of these values: (.+)\.$/, 'muss einer dieser Werte sein: $1.'],
  [/^must be a whole number\.$/, 'muss eine ganze Zahl sein.'],
  [
    /^must be the key of a provider: .*$/,
    'muss der Schlüssel eines Anbieters sein: 0x und 64 hexadezimale Ziffern.',
  ],
  [
    /^The field “do” of the form must name one of these values, once: (.+)\.$/,
    'Das Feld „do“ des Formulars muss genau einen dieser Werte nennen: $1.',
  ],
  [/^is repeated: send it once\.$/, 'kommt mehrmals vor. Senden Sie ihn einmal.'],
  [
    /^is not a cursor(?: of this list.*)?\.$/,
    'ist keine Stelle dieser Liste. Öffnen Sie die Liste noch einmal von vorn.',
  ],
  [/^must be one of (.+)\.$/, 'müssen aus dieser Liste sein: $1.'],
  [
    /^must be in the future, at most five years.*$/,
    'muss in der Zukunft liegen, höchstens fünf Jahre von jetzt an.',
  ],
  [
    /^(?:The mail server refused this e-mail address|was refused by the mail server).*$/,
    'Der Mailserver nimmt diese Adresse nicht an: Prüfen Sie sie auf Tippfehler, oder versuchen Sie es in zehn Minuten erneut.',
  ],
  [/^The code is wrong or too old.*$/, 'Der Code ist falsch oder zu alt: Fordern Sie einen neuen an.'],
  [
    /^The account has (\d+) live keys.*$/,
    'Das Konto hat $1 gültige Schlüssel, mehr sind nicht möglich: Widerrufen Sie zuerst einen.',
  ],
  [
    /^Your account has (\d+) webhooks that follow.*$/,
    'Ihr Konto hat schon $1 Filter abonniert, mehr sind nicht möglich: Entfernen Sie zuerst einen.',
  ],
  [/^contains no word.*$/, 'enthält kein Wort. Lassen Sie das Feld leer, oder geben Sie ein Wort ein.'],
  [/^must be an https:\/\/ URL\.$/, 'muss mit https:// beginnen.'],
  [/^must not name a private or reserved address\.$/, 'darf keine private oder reservierte Adresse nennen.'],
  [/^has too many entries: send at most (\d+)\.$/, 'sind zu viele. Möglich sind höchstens $1.'],
  [
    /^creationId was used before: the webhook.*$/,
    'Dieses Formular hat schon einen Filter abonniert und das Geheimnis damals gezeigt. Senden Sie es erneut, um einen weiteren zu abonnieren.',
  ],
  [
    /^creationId was used before.*$/,
    'Dieses Formular hat schon einen Schlüssel erstellt und damals angezeigt. Senden Sie es erneut, um einen weiteren zu erstellen.',
  ],
  [
    /^expectedStart is not.*$/,
    'Der Schlüssel wurde inzwischen erneuert. Erneuern Sie ihn noch einmal, wenn niemand das neue Geheimnis gespeichert hat.',
  ],
  [
    /^needs a key that acts for a provider: create.*$/,
    'brauchen einen Schlüssel für einen Anbieter. Erstellen Sie einen neuen mit diesem Anbieter.',
  ],
  [
    /^is later than the present end.*$/,
    'liegt nach dem jetzigen Ende, das nur früher werden kann. Erstellen Sie einen neuen Schlüssel.',
  ],
  [/^This account has no live key.*$/, 'Diesen Schlüssel gibt es nicht, oder er ist nicht mehr gültig.'],
  [
    /^Too many requests: at most (\d+) in (\d+) seconds\. Try again in (\d+) seconds\.$/,
    'Zu viele Anfragen: höchstens $1 in $2 Sekunden. Versuchen Sie es in $3 Sekunden erneut.',
  ],
  [
    /^Too many reports wait.*$/,
    'Zu viele Meldungen warten auf eine Entscheidung des Betreibers. Versuchen Sie es in einer Stunde erneut.',
  ],
  [
    /^This legacy listing belongs to another publisher.*$/,
    'Dieser Eintrag gehört jemand anderem: Wählen Sie eine andere ID.',
  ],
  [
    /^This legacy listing has no owner yet.*$/,
    'Dieser Eintrag gehört noch niemandem: Bitten Sie den Betreiber, ihn Ihnen zuzuordnen.',
  ],
];
