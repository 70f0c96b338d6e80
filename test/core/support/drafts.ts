/** A listing as a publisher sends it; `fields` come on top. */
export function draft(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    sourceExternalId: 'summer',
    title: 'Summer giveaway',
    description: 'One entry each.',
    landingUrl: 'https://publisher.example/summer',
    ...fields,
  };
}

/** The same under the names of the legacy endpoint. */
export function legacyDraft(fields: Readonly<Record<string, unknown>> = {}) {
  const { sourceExternalId: externalId, landingUrl: url, ...rest } = draft();
  return { externalId, url, ...rest, ...fields };
}
