import { hookPresets } from '@packhouse/contract/events/hook-presets.ts';
import { expect, it } from 'vitest';
import { getSample } from './samples.ts';
import { parseTemplate, renderTemplate } from './template.ts';

const values = {
  domain: 'artifact',
  event_type: 'deployed',
  subscription_key: 'mine',
  jpd_origin: 'https://packages.example.com',
  source: 'ann',
  packhouse: { id: 'm1', sequence: 7, at: '2026-01-02T03:04:05.000Z', actor: 'ann' },
  data: { repo_key: 'libs', path: 'a "b"\n\\c', size: 7, list: ['x'], nothing: null },
  secrets: { TOKEN: 'se"cret' },
};
const render = (text: string) => renderTemplate(parseTemplate(text), values);
const refusal = (text: string) => {
  try {
    parseTemplate(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

it('puts values into JSON strings, JSON as it is, and secrets', () => {
  expect(render('plain')).toBe('plain');
  expect(JSON.parse(render('{"r": "{{ .data.repo_key }}", "p": "{{.data.path}}", "s": {{ .data.size }}, "t": "{{ .secrets.TOKEN }}"}'))).toEqual({
    r: 'libs',
    p: values.data.path,
    s: 7,
    t: 'se"cret',
  });
  expect(JSON.parse(render('{{ json .data }}'))).toEqual(values.data);
  expect(JSON.parse(render('"{{ .data.list }}"'))).toBe('["x"]');
  expect(parseTemplate('{{ .secrets.TOKEN }}{{ .secrets.TOKEN }}').secrets).toEqual(['TOKEN']);
});

it('leaves out what an event does not have, and what only looks like a value of it', () => {
  expect(render('<{{ .data.missing }}|{{ .data.nothing }}|{{ .data.repo_key.length }}|{{ .data.constructor }}>')).toBe('<|||>');
  expect(render('{{ json .data.missing }}')).toBe('null');
});

it('refuses everything else with line and column', () => {
  expect(refusal('{\n  "a": {{ range .data }}')).toBe("Line 2, column 8: 'range .data' is neither a value nor a value as JSON nor a secret");
  expect(refusal('x{{ .data.repo_key')).toBe('Line 1, column 2: what begins here is not closed');
  expect(refusal('{{ .date }}')).toContain("Line 1, column 1: there is no value '.date'");
  for (const text of [
    '{{ }}',
    '{{ data }}',
    '{{ .secrets }}',
    '{{ .secrets.a.b }}',
    '{{ json .secrets.a }}',
    '{{ .data | upper }}',
    '{{ .data..x }}',
    '{{ .data.0 }}',
    '{{{ .data }}}',
  ])
    expect(refusal(text), text).toContain('is neither a value');
});

it('refuses templates over 64 KB, results over 256 KB, and secrets that are not there', () => {
  expect(refusal('x'.repeat(64 * 1024))).toBeUndefined();
  expect(refusal('x'.repeat(64 * 1024 + 1))).toContain('more than 65536 bytes');
  const twice = parseTemplate('{{ .data.text }}{{ .data.text }}');
  expect(renderTemplate(twice, { data: { text: 'x'.repeat(128 * 1024) }, secrets: {} })).toHaveLength(256 * 1024);
  expect(() => renderTemplate(twice, { data: { text: 'x'.repeat(128 * 1024 + 1) }, secrets: {} })).toThrow('more than 262144 bytes');
  expect(() => renderTemplate(parseTemplate('{{ .secrets.toString }}'), values)).toThrow("'toString'");
});

it('makes JSON of every preset, whose secrets are those it names', () => {
  for (const { id, payload, secrets } of hookPresets) {
    const template = parseTemplate(payload);
    expect(template.secrets, id).toEqual(secrets);
    const body = renderTemplate(template, { ...values, data: getSample('artifact', 'moved'), secrets: { token: 'x' } });
    expect(() => JSON.parse(body) as unknown, id).not.toThrow();
  }
  const cloudEvent = renderTemplate(parseTemplate(hookPresets.find(({ id }) => id === 'cloud-events')!.payload), values);
  expect(JSON.parse(cloudEvent)).toEqual({
    specversion: '1.0',
    id: 'm1',
    source: 'https://packages.example.com',
    type: 'packhouse.artifact.deployed',
    time: '2026-01-02T03:04:05.000Z',
    datacontenttype: 'application/json',
    data: values.data,
  });
});
