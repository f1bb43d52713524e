import type { FormatWords } from '../format-words.ts';

export const words: FormatWords = {
  snippets: {
    'Publish the package in this folder': { de: 'Das Paket in diesem Ordner veröffentlichen' },
    'Use a package: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, then': {
      de: 'Ein Paket verwenden: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, dann',
    },
    'Publish a source archive without swift': { de: 'Ein Quellarchiv ohne swift veröffentlichen' },
    'Name the registry and sign in': { de: 'Die Registry nennen und anmelden' },
    'Download a source archive without swift': { de: 'Ein Quellarchiv ohne swift herunterladen' },
  },
  facts: {
    'Package id': { de: 'Paketkennung' },
    'Swift tools version': { de: 'Version der Swift-Werkzeuge' },
  },
};
