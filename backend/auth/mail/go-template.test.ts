import { describe, expect, test } from 'vitest';
import { compileHtmlTemplate, compileTextTemplate } from './go-template.ts';

const variables = {
  ConfirmationURL: 'https://site.test/auth/v1/verify?token=abc&type=signup&redirect_to=https://site.test/a',
  Token: '123456',
  SiteURL: 'https://site.test',
  RedirectTo: 'https://site.test/welcome?a=1&b=2',
  Email: 'ann@site.test',
  NewEmail: '',
  Data: { name: 'Ann', language: 'es', age: 0, tags: ['a', 'b'], nested: { deep: 'yes' }, 'odd key': 'odd' },
};

describe('template features', () => {
  test.each([
    ['plain text', 'plain text'],
    ['{{ .Token }}', '123456'],
    ['{{.Token}}', '123456'],
    ['{{ .Data.name }} {{ .Data.nested.deep }}', 'Ann yes'],
    ['[{{ .Missing }}{{ .Data.missing.deeper }}]', '[]'],
    ['a\n  {{- /* a remark with }} in it */ -}}\n  b', 'ab'],
    ['a {{- .Token -}} b', 'a123456b'],
    ['{{ if .Token }}yes{{ else }}no{{ end }}', 'yes'],
    ['{{ if .NewEmail }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if .Data.age }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if .Missing }}1{{ else if .Data.name }}2{{ else }}3{{ end }}', '2'],
    ['{{ if .Missing }}1{{ else if .NewEmail }}2{{ else }}3{{ end }}', '3'],
    ['{{ if eq .Data.language "es" }}Hola{{ else }}Hello{{ end }}', 'Hola'],
    ['{{ if eq .Data.language "de" "fr" "es" }}x{{ end }}', 'x'],
    ['{{ if ne .Data.language "es" }}x{{ else }}y{{ end }}', 'y'],
    ['{{ if and .Token (not .NewEmail) }}x{{ end }}', 'x'],
    ['{{ if or .NewEmail .Missing }}x{{ else }}y{{ end }}', 'y'],
    ['{{ index .Data "odd key" }}', 'odd'],
    ['{{ index .Data.tags 1 }}', 'b'],
    ['{{ len .Data.tags }}', '2'],
    ['{{ range .Data.tags }}<{{ . }}{{ $.Token }}>{{ end }}', '<a123456><b123456>'],
    ['{{ range .Missing }}x{{ else }}none{{ end }}', 'none'],
    ['{{ with .Data.nested }}{{ .deep }}{{ end }}', 'yes'],
    ['{{ if .Token }}{{ if .NewEmail }}a{{ else }}b{{ end }}{{ end }}', 'b'],
    ['{{ "{{ literal }}" }} {{ `raw` }}', '{{ literal }} raw'],
    ['{{ .Data.nested }}', '{"deep":"yes"}'],
  ])('%j is %j', (source, expected) => {
    expect(compileTextTemplate(source)(variables)).toBe(expected);
  });
});

describe('unsupported templates', () => {
  test.each([
    ['{{ .Token', 'line 1: {{ is not closed by }}'],
    ['one\ntwo {{ if .Token }} three', '{{ if .Token }} is not closed by {{ end }}'],
    ['one\n{{ end }}', 'line 2: {{ end }} closes nothing'],
    ['{{ if .A }}{{ else }}{{ else }}{{ end }}', 'two {{ else }}'],
    ['{{ printf "%s" .Token }}', 'there is no function "printf"'],
    ['{{ constructor "x" }}', 'there is no function "constructor"'],
    ['{{ .Token | html }}', '"|" cannot be used'],
    ['{{ $x := .Token }}', 'cannot be used'],
    ['{{ eq (.Token }}', 'not closed'],
    ['{{ }}', 'lacks a value'],
    ['{{ .Token .Email }}', 'has text after its end'],
  ])('%j: %s', (source, fault) => {
    expect(() => compileTextTemplate(source)).toThrow(fault);
  });

  test.each([
    '{{ .constructor }}',
    '{{ .Data.constructor.name }}',
    '{{ .__proto__ }}',
    '{{ .Data.tags.length }}',
    '{{ .toString }}',
    '{{ index .Data "__proto__" }}',
  ])('%s reaches nothing outside the variables', (source) => {
    expect(compileTextTemplate(source)(variables)).toBe('');
  });

  test.each([
    ['<script>{{ .Data.name }}</script>', 'inside <script>'],
    ['<style>{{ .Data.name }}</style>', 'inside <style>'],
    ['<p {{ .Data.name }}>', 'inside a tag'],
    ['<a href={{ .SiteURL }}>', 'in quotes'],
    ['<p onclick="{{ .Data.name }}">', 'the attribute onclick'],
    ['<p {{ if .Token }}title="{{ end }}">', 'same HTML context'],
  ])('a value in an unsafe context, %s, is a fault', (source, fault) => {
    expect(() => compileHtmlTemplate(source)).toThrow(fault);
  });
});

describe('a value is escaped', () => {
  const evil = `"><img src=x onerror=alert(1)>'&{{ .Token }}\r\nBcc: x@y`;

  test.each([
    ['<p>{{ .V }}</p>', '<b>', '<p>&lt;b&gt;</p>'],
    [
      '<p>{{ .V }}</p>',
      evil,
      '<p>&#34;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;{{ .Token }}\r\nBcc: x@y</p>',
    ],
    ['<p title="{{ .V }}">', '" onload="x', '<p title="&#34; onload=&#34;x">'],
    ["<p title='{{ .V }}'>", "' onload='x", "<p title='&#39; onload=&#39;x'>"],
    ['<!-- {{ .V }} -->', '--><script>', '<!--  -->'],
    ['<title>{{ .V }}</title>', '</title><script>', '<title>&lt;/title&gt;&lt;script&gt;</title>'],
    ['<a href="{{ .V }}">', 'https://a.test/?a=1&b=2', '<a href="https://a.test/?a=1&amp;b=2">'],
    ['<a href="{{ .V }}">', '/path', '<a href="/path">'],
    ['<a href="{{ .V }}">', 'mailto:a@b.test', '<a href="mailto:a@b.test">'],
    ['<a href="{{ .V }}">', 'javascript:alert(1)', '<a href="#">'],
    ['<a href="{{ .V }}">', ' JavaScript:alert(1)', '<a href="#">'],
    ['<a href="{{ .V }}">', 'java\nscript:alert(1)', '<a href="#">'],
    ['<a href="{{ .V }}">', 'data:text/html,x', '<a href="#">'],
    ["<a href='{{ .V }}'>", "https://a.test/'x", "<a href='https://a.test/%27x'>"],
    ['<a href="https://a.test/{{ .V }}">', 'a b"c:d', '<a href="https://a.test/a%20b%22c%3Ad">'],
    ['<a href="https://a.test/?x={{ .V }}">', 'a&b=c#d', '<a href="https://a.test/?x=a%26b%3Dc%23d">'],
    [
      '<a href="{{ .V }}/confirm?x={{ .V }}">',
      'https://a.test',
      '<a href="https://a.test/confirm?x=https%3A%2F%2Fa.test">',
    ],
    ['<a href="{{ .V }}{{ .V }}">', 'javascript:', '<a href="#javascript%3A">'],
    ['<img src="{{ .V }}">', 'javascript:x', '<img src="#">'],
    ['<p style="color: {{ .V }}">', '#1a38d7', '<p style="color: #1a38d7">'],
    ['<p style="width: {{ .V }};">', '12.5%', '<p style="width: 12.5%;">'],
    ['<p style="color: {{ .V }}">', 'red; background: url(//x)', '<p style="color: ZgotmplZ">'],
    ['<p style="color: {{ .V }}">', '" onclick="x', '<p style="color: ZgotmplZ">'],
  ])('%s with %j', (source, value, expected) => {
    expect(compileHtmlTemplate(source)({ V: value })).toBe(expected);
  });

  test('lone surrogates do not break anything', () => {
    expect(compileHtmlTemplate('<a href="{{ .V }}">{{ .V }}</a>')({ V: 'x\ud800' })).toBe(
      '<a href="x%EF%BF%BD">x\ufffd</a>',
    );
  });

  test('the link of a stock template is unchanged', () => {
    const html = compileHtmlTemplate('<a href="{{ .ConfirmationURL }}">Confirm</a>')(variables);
    expect(html).toBe(`<a href="${variables.ConfirmationURL.replaceAll('&', '&amp;')}">Confirm</a>`);
  });
});
