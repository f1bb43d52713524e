import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Have conda and mamba ask this repository, before others': { de: 'conda und mamba zuerst dieses Repository fragen lassen' },
    'Have conda and mamba ask this repository, and no other': { de: 'conda und mamba dieses Repository und kein anderes fragen lassen' },
    'Upload a package; the folder is that of its platform': { de: 'Ein Paket hochladen; der Ordner ist der seiner Plattform' },
    'Install a package into the active environment': { de: 'Ein Paket in die aktive Umgebung installieren' },
  },
  facts: {
    'Licence family': { de: 'Lizenzfamilie' },
    'System requirements': { de: 'Anforderungen an das System' },
    Documentation: { de: 'Dokumentation' },
    'Source code': { de: 'Quellcode' },
  },
};
