export const publisher = {
  title: 'Giveaways of one publisher',
  description: 'All giveaways of this publisher, including those that have ended.',
  since: 'publishes since',
  none: 'This publisher has no published giveaway at the moment.',
};
