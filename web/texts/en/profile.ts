export const profile = {
  what: 'What visitors see of you as a publisher, on your page and beside your listings.',
  name: 'Public name',
  nameHint:
    'Up to 60 characters. Without a name, listings say that an account of this service published them.',
  text: 'About you',
  textHint: 'Up to 500 characters of plain text.',
  links: 'Links',
  linksHint: 'Up to five addresses that begin with https://, one on each line.',
  save: 'Save the profile',
  saved: 'The profile is saved. Everybody sees it within seconds.',
  yourPage: 'Your public page',
};
