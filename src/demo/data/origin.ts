/** Names that families from one part of the world bear. */
export interface Origin {
  /** How many of a hundred families. */
  weight: number;
  girls: string[];
  boys: string[];
  /** `Ivanov/Ivanova` where women bear another form. */
  surnames: string[];
  /** How often a married mother keeps the name she was born with. */
  retainsName: number;
  /** How often a child bears both parents' surnames. */
  bothSurnames?: number;
}

/** `Ada, Bea` over several lines. */
export const names = (text: string): string[] => text.split(',').map((name) => name.trim());
