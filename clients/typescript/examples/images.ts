import type { DirectoryClient } from '../src/directory-client.js';

/** Uploads a picture, and gives the HTML that shows it in a notice, a document or a description. */
export async function uploadImage(
  api: DirectoryClient,
  { schoolId, file }: { schoolId: string; file: File },
) {
  const { data } = await api.POST('/schools/{schoolId}/images', {
    params: { path: { schoolId } },
    body: { file },
  });
  return `<img src="image:${data.id}" alt="The new playground">`;
}

/** Resolves `image:{imageId}` of a text to an address that lasts five minutes. */
export async function getImageDownloadUrl(
  api: DirectoryClient,
  { schoolId, imageId }: { schoolId: string; imageId: string },
) {
  const { data } = await api.GET('/schools/{schoolId}/images/{imageId}/download-url', {
    params: { path: { schoolId, imageId } },
  });
  return data.url;
}
