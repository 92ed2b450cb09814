/** Of the attachments in a request: none where null clears them, undefined where they are left out and stay. */
export const attachmentKeys = (given: { key: string }[] | null | undefined): string[] | undefined =>
  given === undefined ? undefined : (given ?? []).map(({ key }) => key);
