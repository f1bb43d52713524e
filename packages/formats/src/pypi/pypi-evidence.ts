import type { LibraryEvidence } from '../library-evidence.ts';

export const evidence: readonly LibraryEvidence[] = [
  {
    path: /\.(?:dist-info\/METADATA|egg-info\/PKG-INFO)$/,
    // https://packaging.python.org/en/latest/specifications/core-metadata/
    read(text) {
      const head = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
      return [{ name: /^Name:\s*(.+)$/m.exec(head)?.[1], version: /^Version:\s*(.+)$/m.exec(head)?.[1] }];
    },
  },
];
