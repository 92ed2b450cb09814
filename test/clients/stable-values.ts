const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Members whose value is a secret, or differs from run to run. */
const SECRETS =
  /("(?:access_token|refresh_token|token|cursor|code|password|secret|source|statement_sha256|version)": )"[^"]*"/g;
/** What makes a signed address and a feed's address secrets. */
const SIGNATURE = /(https:\/\/directory\.example\.org\/[^"\s?]*)\?[^"\s]*/g;
const FEED = /((?:\/|%2F)subscribe(?:\/|%2F))[\w-]+/g;
/** A sealed cursor, sent back as it came. */
const CURSOR = /([?&]since=)v1\.[\w.-]+/g;
const PICTURE = /(\/menu-images\/)[0-9a-f]{32}/g;

/** What differs from run to run, or is a secret, as a page shows it. The same id is the same throughout a page. */
export class StableValues {
  private readonly ids = new Map<string, string>();

  of(text: string): string {
    return text
      .replace(SECRETS, '$1"…"')
      .replace(SIGNATURE, '$1?…')
      .replace(FEED, '$1…')
      .replace(CURSOR, '$1…')
      .replace(PICTURE, '$1…')
      .replace(UUID, (id) => this.idOf(id));
  }

  private idOf(id: string): string {
    const known = this.ids.get(id);
    if (known) return known;
    const made = `00000000-0000-4000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(id, made);
    return made;
  }
}
