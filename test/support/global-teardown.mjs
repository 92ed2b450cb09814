export default async function globalTeardown() {
  await globalThis.postgres?.stop();
}
