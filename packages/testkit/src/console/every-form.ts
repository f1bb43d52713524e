import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const isSource = (name: string) => name.endsWith('.tsx') && !name.endsWith('.test.tsx');

/** Every component of the sources in a folder that draws a form, as `file component`. */
function formsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .flatMap((file) => {
      let component = '';
      const found = new Set<string>();
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
        component = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? component;
        if (/<(?:FormPage|FormDrawer|RecordForm|RecordDrawer|form)\b/.test(line)) found.add(`${file} ${component}`);
      }
      return [...found];
    })
    .sort();
}

/** The forms that tests in a folder examine. */
function examinedIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/examineForm\(\s*'([^']+)'/g)].map(([, of = '']) => of))
    .sort();
}

/** Fails while a form of the folder, read from its sources, is examined by no test; `apart` says of the others why. */
export function expectEveryForm(folder: string, apart: Readonly<Record<string, string>> = {}): void {
  it('UX-004 every form is examined', () => {
    const forms = formsIn(folder);
    const examined = examinedIn(folder);
    expect(forms.filter((form) => !examined.includes(form) && !(form in apart))).toEqual([]);
    expect(
      [...examined, ...Object.keys(apart)].filter((form) => !forms.includes(form)),
      'named, but no longer there',
    ).toEqual([]);
  });
}
