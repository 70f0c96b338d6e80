/** SQL of the id of the picture that a listing, by its alias, is shown with. Its publisher's own comes first. */
export function shownPicture(listing: string): string {
  const fetched = `case when ${listing}.fetched_from = ${listing}.image then ${listing}.fetched_picture end`;
  return `coalesce(${listing}.uploaded_picture, ${fetched})`;
}
