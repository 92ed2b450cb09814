/** What a senior admin or a content file says of a category. */
export interface CategoryDetails {
  name: string;
  color: string;
}

/** Details as they are stored: colors are compared by their text. */
export const storedDetails = ({ name, color }: CategoryDetails): CategoryDetails => ({
  name,
  color: color.toUpperCase(),
});
