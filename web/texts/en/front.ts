export const front = {
  title: 'Giveaways, and draws that anybody can check',
  endingSoon: 'Ends soon',
  new: 'New and updated',
  draw: 'A draw, checked again',
  drawChecked: 'For this page, the ticket was computed again from the public random number.',
  verifyDraw: 'See it step by step, and verify it yourself',
  waysLabel: 'Where to begin',
  ways: {
    visitor: { name: 'Take part', what: 'All open giveaways, by their end.' },
    publisher: { name: 'Publish', what: 'Announce your giveaways here.' },
    provider: { name: 'Run draws', what: 'Draws that your entrants can check.' },
    developer: { name: 'Build', what: 'Everything is open to your programs.' },
  },
};
