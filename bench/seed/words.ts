/** Platforms of listings, used as filters by the requests of the uncached row. */
export const PLATFORMS = ['steam', 'gog', 'epic', 'itch', 'android', 'ios', 'xbox', 'switch'] as const;

export const PROVIDERS = [
  'Independent publisher',
  'Pixel Harbor',
  'North Quay Games',
  'Lantern & Co',
  'Kiosk Nine',
  'Studio Ähre',
  'みなと書店',
] as const;

export const PRIZES = [
  'Tidewalker Deluxe key',
  'Moss & Iron artbook',
  'Paper Lighthouse key',
  'vinyl of the Ember Roads score',
  'Copper Garden season pass',
  '25 € shop voucher',
  'mechanical keyboard 🎹',
  'Signal Hill founder pack',
  'مجموعة ألعاب مستقلة',
  'hand-painted miniature set',
] as const;

export const OPENINGS = ['Win a', 'Weekend draw:', 'Giveaway:', 'Community raffle:', 'Last call:'] as const;

export const SENTENCES = [
  'Free to enter, one entry a person.',
  'Open worldwide, 16+.',
  'No purchase needed.',
  'Winners are drawn live on the last day.',
  'EU and UK only.',
  'Each newsletter sign-up counts as one entry.',
] as const;

export const INSTRUCTIONS = [
  "Open the publisher's entry page and follow the steps shown there.",
  'Sign in and press Enter.',
  'Answer one question.',
] as const;

export const WORTHS = ['N/A', '$5', '$19.99', '25 €', '¥3,000'] as const;
