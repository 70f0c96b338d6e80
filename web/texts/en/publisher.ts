export const publisher = {
  title: 'Giveaways of one publisher',
  description: 'All giveaways of this publisher, including those that have ended.',
  since: 'publishes since',
  domain: 'Proven domain',
  provenSince: 'proven since',
  listingCount: (count: number, text: string) =>
    count === 1 ? '1 published giveaway' : `${text} published giveaways, ended ones included`,
  ownWords: 'The publisher wrote its name, this text and the links itself.',
  links: 'Links of the publisher',
  by: 'Published by',
  none: 'This publisher has no published giveaway at the moment.',
};
