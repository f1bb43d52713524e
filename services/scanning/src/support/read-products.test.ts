import { expect, it } from 'vitest';
import { readProducts } from './read-products.ts';

it('reads products with their cycles in all layouts, and passes over what it does not understand', () => {
  const cycles = [
    { cycle: 12, releaseDate: '2023-06-10', support: '2026-06-10', eol: '2028-06-30' },
    { cycle: '10', eol: true },
    { cycle: 'sid', eol: false },
    { eol: '2020-01-01' },
  ];
  const read = [
    { cycle: '12', released: '2023-06-10', supportUntil: '2026-06-10', eol: '2028-06-30', ended: false },
    { cycle: '10', released: null, supportUntil: null, eol: null, ended: true },
    { cycle: 'sid', released: null, supportUntil: null, eol: null, ended: false },
  ];
  const listed = readProducts(JSON.stringify({ products: [{ name: 'debian', label: 'Debian', cycles }, { name: 'empty', cycles: [] }, 7] }));
  expect([listed.records, listed.rejected]).toEqual([3, 2]);
  expect(listed.products).toMatchObject([{ name: 'debian', label: 'Debian', cycles: read }]);
  expect(readProducts(JSON.stringify({ debian: cycles })).products).toMatchObject([{ name: 'debian', label: 'debian', cycles: read }]);
  const releases = [{ name: '3.8', releaseDate: '2019-10-14', eoasFrom: '2021-05-03', isEol: true, eolFrom: '2024-10-07' }];
  const identifiers = [
    { type: 'purl', id: 'pkg:docker/library/python' },
    { type: 'cpe', id: 'cpe:2.3:a:python:python' },
  ];
  const full = readProducts(JSON.stringify({ result: [{ name: 'cpython', label: 'Python', aliases: ['py'], identifiers, releases }] }));
  expect(full.products).toEqual([
    {
      name: 'cpython',
      label: 'Python',
      names: ['os:cpython', 'runtime:cpython', 'os:py', 'runtime:py', 'os:python', 'runtime:python', 'pkg:docker/library/python'],
      cycles: [{ cycle: '3.8', released: '2019-10-14', supportUntil: '2021-05-03', eol: '2024-10-07', ended: false }],
    },
  ]);
  for (const nothing of ['{', '[]', '{}', '{"products":[]}', '{"result":"x"}', '{"debian":"12"}']) expect(() => readProducts(nothing)).toThrow();
});
