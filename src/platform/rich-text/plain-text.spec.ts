import { describe, expect, it } from '@jest/globals';
import { plainText } from './plain-text.js';
import { sanitizedRichText } from './rich-text.js';

const read = (html: string): string | null => plainText(sanitizedRichText(html).html ?? '');

describe('Rich text read as plain text', () => {
  it.each([
    ['<p>One <strong>two</strong> <em>three</em></p>', 'One two three'],
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<h2>Head</h2><p>Text</p>', 'Head\n\nText'],
    ['<p>Bring:</p><ul><li>plates</li><li><p>cups</p></li></ul>', 'Bring:\n\n- plates\n- cups'],
    ['<p>Tom &amp; Ann &lt;3 &quot;it&#39;s&quot;&nbsp;on</p>', `Tom & Ann <3 "it's" on`],
    ['<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
    [
      '<p><a href="https://example.org/a?b=1&amp;c=2">the map</a></p>',
      'the map (https://example.org/a?b=1&c=2)',
    ],
    ['<p><a href="https://example.org/">https://example.org/</a></p>', 'https://example.org/'],
    ['<p><a href="mailto:a@example.org">a@example.org</a></p>', 'a@example.org'],
    [
      '<table><tbody><tr><td>Mo</td><td>9:00</td></tr><tr><td>Tu</td><td>10:00</td></tr></tbody></table>',
      'Mo 9:00\n\nTu 10:00',
    ],
    ['<p>Text\n  over\tlines</p>', 'Text over lines'],
    ['<p><img src="image:11111111-1111-4111-8111-111111111111" alt="A cake"></p>', 'A cake'],
    ['<p>🎈 für alle</p>', '🎈 für alle'],
  ])('%s', (html, text) => expect(read(html)).toBe(text));

  it('comes to nothing when nothing is left to read', () => {
    expect(plainText('<p> <br> </p>')).toBeNull();
    expect(plainText('<p><img src="image:11111111-1111-4111-8111-111111111111" alt=""></p>')).toBeNull();
  });
});
