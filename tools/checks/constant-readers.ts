import type { Finding } from './finding.ts';

/** The table of all constants that the specification fixes. */
export const constantsFile = 'packages/contract/src/constants.ts';

const isTest = (file: string) => /\.(test|spec)\.tsx?$|^e2e\//.test(file);

function readsConstant(text: string, name: string): boolean {
  if (new RegExp(`\\bconstants\\.${name}\\b`).test(text)) return true;
  return [...text.matchAll(/\{([^{}]*)\}\s*=\s*constants\b/g)].some(([, names = '']) => new RegExp(`\\b${name}\\b`).test(names));
}

/** Every constant that no source reads: beside it stands a literal that is used instead, or the thing that it measures is not there. */
export function checkConstantReaders(names: readonly string[], sources: readonly { file: string; text: string }[]): Finding[] {
  const readers = sources.filter(({ file, text }) => file !== constantsFile && !isTest(file) && text.includes('constants'));
  return names
    .filter((name) => !readers.some(({ text }) => readsConstant(text, name)))
    .map((name) => ({ file: constantsFile, message: `nothing reads the constant ${name}: use it where its thing is, or take it away` }));
}
