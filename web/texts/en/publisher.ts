export const publisher = {
  title: 'Giveaways of one publisher',
  description: 'Everything that this publisher announces now, also giveaways that have ended.',
  since: 'publishes since',
  none: 'This publisher has no published giveaway at the moment.',
};
