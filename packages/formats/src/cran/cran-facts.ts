import type { Dependency, PackageFacts } from '../format.ts';
import { plainText } from '../text/plain-json.ts';
import { readLicences } from './cran-licence.ts';
import { type Fields, joinLines } from './description.ts';

/** What listings say of a package, in the order of R's own `write_PACKAGES`; its checksum stands beside them. */
export const listedFields = [
  'Priority',
  'Depends',
  'Imports',
  'LinkingTo',
  'Suggests',
  'Enhances',
  'License',
  'License_is_FOSS',
  'License_restricts_use',
  'OS_type',
  'Archs',
  'NeedsCompilation',
  'Built',
] as const;

/** Said by one file of a version, not by the version. */
export const fileFields = { Archs: 'cran.archs', Built: 'cran.built' } as const;

/** These are parts of R and no packages of a repository. */
const partsOfR = new Set('R base compiler datasets graphics grDevices grid methods parallel splines stats stats4 tcltk tools translations utils'.split(' '));

function readRequirements(text: string | undefined, scope: Dependency['scope']): Dependency[] {
  return (text ?? '').split(',').flatMap((one) => {
    const open = one.indexOf('(');
    const name = (open < 0 ? one : one.slice(0, open)).trim();
    const requirement = open < 0 ? '' : joinLines(one.slice(open + 1).replace(/\)\s*$/, ''));
    return name === '' || partsOfR.has(name) ? [] : [{ name, requirement: requirement || '*', scope }];
  });
}

/** Which R it wants. */
function findRVersion(depends: string | undefined): string | undefined {
  return /(?:^|,)\s{0,50}R\s{0,50}\(([^)]{1,50})\)/.exec(depends ?? '')?.[1]?.trim();
}

/** Names of those who made it, without what they did and where they are reached. */
function listAuthors(fields: Fields): string[] {
  const written = fields.get('Author') ?? fields.get('Maintainer') ?? '';
  const names = plainText(written, 20_000)
    .replaceAll(/\[[^\]]{0,500}\]|\([^)]{0,500}\)|<[^>]{0,500}>/g, ' ')
    .split(/,|;|\band\b|\n/)
    .map(joinLines);
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 200);
}

const listAddresses = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter((one) => /^https?:\/\/./i.test(one));

const keep = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, joinLines(fields.get(name) ?? '')]] : [])));

export function readFacts(fields: Fields, readme: string | undefined): PackageFacts {
  const title = joinLines(fields.get('Title') ?? '');
  const about = joinLines(fields.get('Description') ?? '');
  const [homepage] = listAddresses(fields.get('URL'));
  const display = {
    'R version': findRVersion(fields.get('Depends')),
    'Needs compilation': fields.get('NeedsCompilation'),
    'System requirements': fields.get('SystemRequirements'),
    System: fields.get('OS_type'),
  };
  return {
    ...(title || about ? { description: title || about } : {}),
    ...(homepage ? { homepage } : {}),
    ...(readme || about ? { readme: readme ?? about } : {}),
    licenses: readLicences(fields.get('License')),
    authors: listAuthors(fields),
    tags: (fields.get('biocViews') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    dependencies: [
      ...readRequirements(fields.get('Depends'), 'runtime'),
      ...readRequirements(fields.get('Imports'), 'runtime'),
      ...readRequirements(fields.get('LinkingTo'), 'build'),
      ...readRequirements(fields.get('Suggests'), 'optional'),
    ],
    display: Object.fromEntries(Object.entries(display).flatMap(([name, value]) => (value ? [[name, joinLines(value)]] : []))),
    native: {
      fields: keep(
        fields,
        listedFields.filter((name) => !Object.hasOwn(fileFields, name)),
      ),
    },
  };
}
