/** The parts of the main navigation: the path that their pages begin with, and the name of the text in `shell`. */
export const SECTIONS = [
  ['/', 'giveaways'],
  ['/giveaways', 'draws'],
  ['/developers', 'developers'],
  ['/access', 'access'],
] as const;
