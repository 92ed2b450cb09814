/** SQL for ItemCategory, of a row of `categories` that may be missing. */
export const categoryProjection = (category: string): string =>
  `case when ${category}.id is not null then
    json_build_object('id', ${category}.id, 'name', ${category}.name, 'color', ${category}.color) end`;
