/** What the address of a picture of a menu begins with; its name is the rest. */
export const menuPictureBase = (siteUrl: string): string => `${siteUrl}/api/menu-images/`;
