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

export const tables = {
  apply: 'Show',
  filters: 'Filters',
  remove: 'Remove',
  order: 'Order',
  any: 'All',
  all: 'Show all',
  export: 'Export:',
  count: (count: string) => `${count} in all.`,
  words: (words: string) => `Contains “${words}”`,
  none: 'Nothing matches these filters.',
  noneAdvice: 'Remove one of them:',
  noneYet: 'Nothing so far matches these filters.',
  noneYetAdvice:
    'Only a part of your listings was looked at. Look further on the next page, or remove a filter:',
  listings: {
    search: 'Words, or the beginning of your ID',
    source: 'Source',
    legacy: 'Legacy endpoint',
    ownNamespace: 'Present interface',
    ofPlatform: (platform: string) => `Platform “${platform}”`,
    noEnd: 'None',
    states: { LIVE: 'Published', ENDED: 'Ended', HIDDEN: 'Hidden', WITHDRAWN: 'Withdrawn' },
    orders: {
      RECENTLY_UPDATED: 'Newest change first',
      LEAST_RECENTLY_UPDATED: 'Oldest change first',
      NEWEST: 'Newest first',
      OLDEST: 'Oldest first',
      ENDING_SOON: 'Earliest end first',
      ENDING_LAST: 'Latest end first',
    },
  },
  keys: {
    search: 'A part of the name, or the beginning of the key',
    states: { ACTIVE: 'Active', EXPIRING: 'Expires within a week', EXPIRED: 'Expired', REVOKED: 'Revoked' },
    orders: {
      NEWEST: 'Newest first',
      OLDEST: 'Oldest first',
      NAME: 'By name',
      LAST_USED: 'Last used first',
      EXPIRING_SOON: 'Earliest end first',
    },
  },
};
