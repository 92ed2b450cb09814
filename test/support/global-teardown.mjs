export default async function globalTeardown() {
  await globalThis.pooler?.stop();
  await globalThis.postgres?.stop();
}
