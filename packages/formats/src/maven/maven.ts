import type { Format } from '../format.ts';
import { findKnownUpstream } from '../known-upstream.ts';
import { evidence, exactVersion } from './maven-evidence.ts';
import { loadMetadata, type MavenMetadata, mentionedIn, mergeMetadata, newestPath, parseMetadata } from './maven-metadata.ts';
import { offers } from './maven-offers.ts';
import { classify, locate, mayReplace } from './maven-paths.ts';
import { publish } from './maven-publish.ts';
import { setup } from './maven-setup.ts';
import { snapshots } from './maven-snapshots.ts';
import { compareVersions } from './maven-version-order.ts';
import { inspect } from './pom.ts';
import { renderMetadata } from './render-metadata.ts';

/** The mirrors that are no remarks: examples of them stand in the file that Maven comes with. */
function findMirrors(text: string): string[] {
  return [...text.replaceAll(/<!--[\s\S]*?-->/g, '').matchAll(/<mirror>[\s\S]*?<url>\s*([^<\s]+)\s*<\/url>[\s\S]*?<\/mirror>/g)].map(([, url]) => url ?? '');
}

/** The Maven layout: mvn, sbt, and gradle reading it. */
export const maven: Format<MavenMetadata> = {
  id: 'maven',
  challenge: 'basic',
  keepsSha512: true,
  checksumFiles: ['sha1', 'sha256', 'sha512', 'md5'],
  classify,
  locate,
  inspect,
  mayReplace,
  publish,
  load: loadMetadata,
  mentionedIn,
  parse: parseMetadata,
  merge: (_want, parts) => mergeMetadata(parts),
  render: renderMetadata,
  offers,
  newestPath,
  snapshots,
  advisories: { knows: (version) => /^[^\s]{1,254}$/.test(version), compare: compareVersions, nameSeparator: ':' },
  evidence,
  exactVersion,
  // https://maven.apache.org/guides/mini/guide-mirror-settings.html
  clientUpstream: {
    settings: [{ files: ['~/.m2/settings.xml', '/etc/maven/settings.xml'], find: findMirrors }],
    usual: () => findKnownUpstream('pkg:maven/g/a@1', '/g/a/1/a-1.jar'),
  },
  compareVersions,
  setup,
  demo: async () => (await import('./maven-demo.ts')).demo,
};
