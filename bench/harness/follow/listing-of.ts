/** A listing as a publisher sends it, with one word that followers search for. */
export function listingOf(sourceExternalId: string, word: string): Record<string, string> {
  return {
    sourceExternalId,
    title: `Weekend draw: Tidewalker Deluxe key, ${word}`,
    description:
      'Three keys for our new game. Free to enter, one entry a person, open worldwide, 16+. ' +
      'Each newsletter sign-up counts as one entry; winners are drawn live on the last day.',
    landingUrl: `https://play.example/giveaways/${sourceExternalId}`,
    provider: 'Pixel Harbor',
    image: `https://play.example/images/${sourceExternalId}.webp`,
    platform: 'steam',
    worth: '$19.99',
    instructions: "Open the publisher's entry page and follow the steps shown there.",
    endDate: '2036-12-31T23:59:59Z',
  };
}
