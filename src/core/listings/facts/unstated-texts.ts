/** The texts of listings whose publishers state none (interface 2.1). */
export const UNSTATED_TEXTS = {
  provider: 'Independent publisher',
  instructions: "Open the publisher's entry page and follow the steps shown there.",
} as const;
