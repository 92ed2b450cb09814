const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, between tags and in quoted values. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => REFERENCES[character]!);

const SENDER = /^(?:[^<>\p{Cc}]*<[^\s<>@]+@([^\s<>@]+)>|[^\s<>@]+@([^\s<>@]+))$/u;

/** The domain of `address` or `Name <address>`; null when it is neither. */
export function mailDomain(sender: string): string | null {
  const [, named, bare] = SENDER.exec(sender.trim()) ?? [];
  return named ?? bare ?? null;
}
