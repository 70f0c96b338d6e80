/** The parts of the main navigation: the path that their pages begin with, and the name of the text in `shell`. */
export const SECTIONS = [
  ['/', 'feed'],
  ['/giveaways', 'giveaways'],
  ['/developers', 'developers'],
  ['/access', 'access'],
] as const;
