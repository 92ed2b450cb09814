import type { DirectoryClient } from '../src/directory-client.js';

interface School {
  schoolId: string;
}
type Category = School & { categoryId: string };

/** What documents and notices are sorted by, in the school's order. */
export async function listCategories(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/categories', { params: { path: { schoolId } } });
  return data.categories.map(({ id, name, color }) => ({ id, name, color }));
}

/** A category behind the others. */
export async function createCategory(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/categories', {
    params: { path: { schoolId } },
    body: { name: 'Field trips', color: '#1F6FB2' },
  });
  return data.id;
}

/** Another name and color; what is filed under it shows them at once. */
export async function changeCategory(api: DirectoryClient, { schoolId, categoryId }: Category) {
  const { data } = await api.PATCH('/schools/{schoolId}/categories/{categoryId}', {
    params: { path: { schoolId, categoryId } },
    body: { name: 'Excursions', color: '#2E7D32' },
  });
  return data.name;
}

/** All of them, in the order that everybody sees from now on. */
export async function orderCategories(api: DirectoryClient, { schoolId, ids }: School & { ids: string[] }) {
  const { data } = await api.PUT('/schools/{schoolId}/categories/order', {
    params: { path: { schoolId } },
    body: { ids },
  });
  return data.categories.map(({ name }) => name);
}

/** What was filed under it stays, without a category. */
export async function deleteCategory(api: DirectoryClient, { schoolId, categoryId }: Category) {
  await api.DELETE('/schools/{schoolId}/categories/{categoryId}', {
    params: { path: { schoolId, categoryId } },
  });
}
