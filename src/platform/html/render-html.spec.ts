import { describe, expect, it } from '@jest/globals';
import { jsx } from 'hono/jsx/jsx-runtime';
import { renderDocument, renderFragment } from './render-html.js';
import { trustedHtml } from './trusted-html.js';

const HOSTILE = `<script>"&'</script>`;
const ESCAPED = '&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;';

describe('renderFragment', () => {
  it('escapes texts and the values of attributes', () => {
    const element = jsx('p', { title: HOSTILE, children: [HOSTILE, jsx('b', { children: HOSTILE })] });
    expect(renderFragment(element)).toBe(`<p title="${ESCAPED}">${ESCAPED}<b>${ESCAPED}</b></p>`);
  });

  it('puts in what is trusted as it is', () => {
    expect(renderFragment(jsx('div', { class: 'text', ...trustedHtml('<p>one</p>') }))).toBe(
      '<div class="text"><p>one</p></div>',
    );
  });

  it('refuses an element that waits for something', () => {
    const waits = async () => jsx('p', {});
    expect(() => renderFragment(jsx(waits, {}))).toThrow('cannot be rendered');
  });
});

describe('renderDocument', () => {
  it('begins with the type of the document', () => {
    expect(renderDocument(jsx('html', { lang: 'en' }))).toBe('<!DOCTYPE html>\n<html lang="en"></html>\n');
  });
});
