import { describe, expect, it } from '@jest/globals';
import { toParagraphs } from './content-images.js';

describe('toParagraphs', () => {
  it('makes paragraphs of empty lines and keeps line breaks', () => {
    expect(toParagraphs('One\r\ntwo\n\n \n\nThree\n')).toBe('<p>One<br>two</p><p>Three</p>');
  });

  it('lets no markup through', () => {
    expect(toParagraphs(`<script>alert("1")</script> & 'so'`)).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;so&#39;</p>',
    );
  });
});
