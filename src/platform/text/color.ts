/** A color as `#RRGGBB`. */
export const COLOR = /^#[0-9A-Fa-f]{6}$/;
