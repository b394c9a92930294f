import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

const html = renderToStaticMarkup(<ErrorScreen statusCode={404} statusMessage="Page Not Found: /a<b" />);

test('the error screen shows the label, the code and the message', () => {
  expect(html).toContain('>Error<');
  expect(html).toContain('>404</h1>');
  expect(html).toContain('Page Not Found: /a&lt;b');
});

test('its button leads home without a script', () => {
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go to home page<\/a>/);
});

test('it renders the main landmark only when it replaces the page', () => {
  expect(html).not.toContain('<main');
  expect(renderToStaticMarkup(<ErrorScreen statusCode={500} statusMessage="x" standalone />)).toContain(
    '<main',
  );
});
