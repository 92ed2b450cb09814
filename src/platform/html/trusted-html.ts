/**
 * The one way for HTML that exists already into an element, as its attributes: `<div {...trustedHtml(body)} />`. It is for
 * style sheets of ours and for rich text that was sanitised before it was stored (`sanitizedRichText`), and for nothing
 * that a person typed.
 */
export const trustedHtml = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });
