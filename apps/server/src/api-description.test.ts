import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { validate } from '@readme/openapi-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerConsole } from './console/register-console.ts';
import { configuredServices } from './services.ts';

interface Described {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
type Paths = Record<string, Record<string, Described>>;

let document: { paths: Paths; components: Record<string, Record<string, unknown>> };
beforeAll(async () => {
  const test = await startTestPlatform({
    services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution', 'events', 'mission-control', 'insight', 'pipelines'] }),
    jobs: false,
    extend: (app, platform, peers) => registerConsole(app, platform, peers),
  });
  document = (await (await fetch(`${test.baseUrl}/ui/api/v1/openapi.json`)).json()) as typeof document;
  await test.stop();
});

const operations = () => Object.entries(document.paths).flatMap(([path, methods]) => Object.values(methods).map((one) => ({ path, ...one })));
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
const twice = (words: readonly string[]) => words.filter((word, at) => words.indexOf(word) !== at);

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' ? [String(one)] : referencesIn(one)));
}

function isThere(reference: string): boolean {
  const steps = reference.replace(/^#\//, '').split('/');
  return reference.startsWith('#/') && steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document) !== undefined;
}

describe('API-003 the description of everything that is served', () => {
  it('holds the protocols, files and pages too', () => {
    const ids = new Set(operations().map(({ operationId }) => operationId));
    expect(
      ['storedFile', 'containerProtocol', 'npm-protocol', 'readStored', 'readMetrics', 'readConsoleFile', 'streamEvents'].filter((id) => !ids.has(id)),
    ).toEqual([]);
  });

  it('names each operation once, in letters that every language has', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(twice(ids)).toEqual([]);
    const names = [
      ...ids,
      ...Object.values(document.components).flatMap(Object.keys),
      ...operations().flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ];
    expect(names.filter((name) => !/^[\w$.-]+$/.test(name))).toEqual([]);
  });

  it('has a parameter for each part of an address, and each address once', () => {
    const wrong = operations().filter(({ path, parameters }) => {
      const inPath = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name);
      return inPath.sort().join() !== namesIn(path).sort().join();
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(twice(Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}')))).toEqual([]);
  });

  it('is a valid document of its standard', async () => {
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true, warnings: [] });
  });

  it('says of every operation how it answers, refuses and fails', () => {
    const silent = operations().filter(({ responses }) => {
      const types = ['4XX', '5XX'].map((status) => Object.keys(responses[status]?.content ?? {}));
      const good = Object.keys(responses).filter((status) => /^[23]/.test(status));
      return good.length === 0 || types.some((one) => !one.includes('application/json') && !one.includes('*/*'));
    });
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('refers to nothing that it does not hold', () => {
    expect(referencesIn(document).filter((one) => !isThere(one))).toEqual([]);
  });
});
