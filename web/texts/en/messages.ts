/** A message of the API, and what the site shows instead; the text may contain parts of the message as $1. */
export type MessageText = readonly [RegExp, string];

/** Most messages are shown as the API sends them. */
export const messages: readonly MessageText[] = [
  [
    /^creationId was used before: the webhook.*$/,
    'This form has followed a filter already, and the secret was shown then. Send it again to follow another filter.',
  ],
  [
    /^creationId was used before.*$/,
    'This form has created a key already, and its secret was shown then. Send it again to create another key.',
  ],
  [
    /^expectedStart is not.*$/,
    'The key was rotated meanwhile. Rotate it again if nobody has stored the new secret.',
  ],
];
