import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

prepareConsole();

const shown = (text: string) => render(<Markdown text={text} />).container.querySelector('article')!;

it('renders tables, code and the HTML that readmes use', () => {
  const article = shown('# Title\n\n|a|b|\n|-|-|\n|1|2|\n\n```sh\nnpm i\n```\n\n<details><summary>More</summary>inside</details>');
  expect(screen.getByRole('heading', { level: 2, name: 'Title' })).toBeVisible();
  expect(screen.getByRole('table')).toBeVisible();
  expect(article.querySelector('pre code')?.textContent).toBe('npm i\n');
  expect(article.querySelector('details summary')?.textContent).toBe('More');
});

it.each([
  '<script>window.hacked = 1</script>text',
  '<img src=x onerror="window.hacked=1">',
  '<img src="javascript:window.hacked=1">',
  '<a href="javascript:window.hacked=1">x</a>',
  '[x](javascript:window.hacked=1)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](JaVaScRiPt:window.hacked=1)',
  '<a href="&#106;avascript:window.hacked=1">x</a>',
  '<svg onload="window.hacked=1"><a xlink:href="javascript:1"><text>x</text></a></svg>',
  '<iframe src="https://evil.example.test"></iframe>',
  '<form action="https://evil.example.test"><input name=password><button>Go</button></form>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<style>body{display:none}</style>',
  '<div style="position:fixed;inset:0;background:red" onclick="window.hacked=1">x</div>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.hacked=1>',
  '<base href="https://evil.example.test/"><meta http-equiv="refresh" content="0;url=https://evil.example.test">',
  '<div id="root" name="location">x</div>',
])('makes hostile text harmless: %s', (text) => {
  const article = shown(text);
  expect((globalThis as { hacked?: unknown }).hacked).toBeUndefined();
  for (const element of article.querySelectorAll('*')) {
    expect(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'EMBED', 'FORM', 'INPUT', 'BUTTON', 'BASE', 'META', 'LINK', 'SVG', 'MATH']).not.toContain(
      element.tagName.toUpperCase(),
    );
    for (const { name, value } of element.attributes) {
      expect(name.startsWith('on') || name === 'style').toBe(false);
      expect(value).not.toMatch(/javascript:|data:/i);
      expect(!['id', 'name'].includes(name) || value.startsWith('user-content-')).toBe(true);
    }
  }
});

it('opens links apart, and does not follow relative ones into the console', () => {
  shown('[web](https://example.test/a) [own](/ui/admin) [near](./docs.md) ![pixel](http://example.test/p.png) ![shot](https://example.test/s.png)');
  const web = screen.getByRole('link', { name: 'web' });
  expect(web).toHaveAttribute('target', '_blank');
  expect(web.getAttribute('rel')).toContain('noopener');
  expect(screen.getAllByRole('link')).toEqual([web]);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(['https://example.test/s.png']);
});
