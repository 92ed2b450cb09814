const SENDER = /^(?:[^<>\p{Cc}]*<[^\s<>@]+@([^\s<>@]+)>|[^\s<>@]+@([^\s<>@]+))$/u;

/** The domain of `address` or `Name <address>`; null when it is neither. */
export function mailDomain(sender: string): string | null {
  const [, named, bare] = SENDER.exec(sender.trim()) ?? [];
  return named ?? bare ?? null;
}
