export const trackRecord = {
  title: 'What this provider has done so far',
  hint: 'Counted from the chain; the provider states nothing of it.',
  newest: (giveaways: string) => `Counted from the newest ${giveaways} giveaways of this provider.`,
  onChain: 'This giveaway is on a chain, where anybody can check its draw.',
  toGiveaway: 'Show its rounds',
  none: 'No round of this provider has been decided yet.',
  rounds: { one: 'round', other: 'rounds' },
  prizes: { one: 'prize', other: 'prizes' },
  decided: (rounds: string, onTime: string, delay: string) =>
    `${rounds} decided, ${onTime} within a day after the deadline, median delay ${delay}.`,
  overdue: (rounds: string) => `${rounds} overdue: not decided a day after the deadline.`,
  proved: (proved: string, prizes: string, delivered: string) =>
    `Of ${prizes}, ${proved} proved delivered, ${delivered} recorded.`,
  late: (prizes: string) => `${prizes} overdue: no delivery recorded after 30 days.`,
  seconds: { one: 'second', other: 'seconds' },
  minutes: { one: 'minute', other: 'minutes' },
  hours: { one: 'hour', other: 'hours' },
  days: { one: 'day', other: 'days' },
};
