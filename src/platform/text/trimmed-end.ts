/**
 * Without the characters at its end that are such ones. A pattern that ends in `+$` would begin anew at each of them, wherever
 * in the text it stands.
 * @param isSuch of one character
 */
export function trimmedEnd(text: string, isSuch: RegExp): string {
  let end = text.length;
  while (end > 0 && isSuch.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
