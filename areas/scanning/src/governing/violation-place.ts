import { getPackageName } from '../version-place.tsx';
import { t } from './violation-words.ts';

interface Place {
  repository: string;
  path: string;
  packageId: string;
  version: string;
}

const word = encodeURIComponent;

/** Of a build, the moment in which the run began, in milliseconds, as the name of its document ends with it. */
const findStart = (path: string) => /-(\d+)\.json$/.exec(path)?.[1];

const isDigest = /^sha(?:256|512):[0-9a-f]+$/;
/** So much of a digest is shown, its algorithm included. */
const digestShown = 19;

/** What breaks a rule, and where the console shows it: a version of a package, a run of a build, a version of a release bundle. */
export function getPlace({ repository, path, packageId, version }: Place): { title: string; to: string } {
  const name = getPackageName(packageId);
  if (packageId.startsWith('releaseBundle://'))
    return { title: t('ofBundle', { name, version }), to: `/release-bundles/source/${word(name)}/${word(version)}` };
  // What no tag leads to has no page among the versions of its image.
  if (isDigest.test(version))
    return { title: `${name} ${version.slice(0, digestShown)}`, to: `/repos/tree/${word(repository)}/${path.split('/').map(word).join('/')}` };
  if (!packageId.startsWith('build://')) return { title: `${name} ${version}`, to: `/packages/${word(packageId)}/${word(version)}` };
  const start = findStart(path);
  const run = start === undefined ? '' : `/${start}/published`;
  return { title: t('ofBuild', { name, number: version }), to: `/builds/${word(name)}/${word(version)}${run}?buildRepo=${word(repository)}` };
}
