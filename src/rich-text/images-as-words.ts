/**
 * Stored rich text with words in place of its images.
 * @param html as `sanitizedRichText` has left it
 * @param words HTML for an image, from its alternative text as HTML, empty where it has none
 */
export const imagesAsWords = (html: string, words: (alt: string) => string): string =>
  html.replace(/<img [^>]*>/g, (image) => words(/ alt="([^"]*)"/.exec(image)?.[1] ?? ''));
