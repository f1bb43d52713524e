import { expect, it } from 'vitest';
import { findLicence } from './licence-text.ts';

const bsd = 'Redistributions of source code must retain the notice.';

it('knows licences by what they say', () => {
  expect(findLicence(`Copyright\n${bsd}\nNeither the name of the author may be used`)).toBe('BSD-3-Clause');
  expect(findLicence(bsd)).toBe('BSD-2-Clause');
  expect(findLicence(`Neither the name\n${bsd}`)).toBe('BSD-2-Clause');
  expect(findLicence('Permission is hereby granted, free of charge, to any person\n\nTHE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY')).toBe('MIT');
  expect(findLicence('Permission is hereby granted, free of charge, to nobody')).toBeUndefined();
  expect(findLicence('Apache License\n                 Version 2.0, January 2004')).toBe('Apache-2.0');
});

it('reads a text that begins a licence again and again', () => {
  expect(findLicence('Redistributions of source code\n'.repeat(500_000))).toBe('BSD-2-Clause');
  expect(findLicence('Permission is hereby granted, free of charge,\n'.repeat(500_000))).toBeUndefined();
  for (const start of [
    'Apache License',
    'Mozilla Public License',
    'GNU GENERAL PUBLIC LICENSE',
    'Permission to use, copy, modify, and distribute this software for any',
  ])
    expect(findLicence(`${start}${' '.repeat(10_000_000)}x`), start).toBeUndefined();
});
