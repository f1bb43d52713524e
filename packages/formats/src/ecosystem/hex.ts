import { semanticRules } from '../advisory-rules.ts';
import type { NamedLibrary } from '../library-evidence.ts';
import type { Ecosystem } from './ecosystem.ts';

/** `"name": {:hex, :package, "1.0.0", …}`, a line each: what comes from git or a folder is no package of the registry. https://hexdocs.pm/mix/Mix.Tasks.Deps.Get.html */
function readMixLock(text: string): NamedLibrary[] {
  return text.split('\n').flatMap((line) => {
    const [, name, version] = /^\s*"[^"]{1,200}":\s*\{:hex,\s*:"?([A-Za-z0-9_]{1,200})"?,\s*"([^"]{1,100})"/.exec(line.slice(0, 1000)) ?? [];
    return name === undefined ? [] : [{ name, version }];
  });
}

/** Packages of Elixir and Erlang. */
export const hex: Ecosystem = {
  id: 'Hex',
  purlType: 'hex',
  advisories: semanticRules(false),
  evidence: [{ path: /^(?:[^/]+\/)?mix\.lock$/, read: readMixLock, onlyAtTop: true }],
  published: { records: null, licence: 'CC BY 4.0' },
};
