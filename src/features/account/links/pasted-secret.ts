/** The secret of a link, of which people may paste the whole or the end. */
export const secretIn = (text = ''): string => text.trim().split('#').at(-1) ?? '';
