import { deflateSync, gzipSync } from 'node:zlib';
import type { Rendered, Want } from '../format.ts';
import type { Condition, GemSpecification } from './gem-file.ts';
import { type GemListing, writeLines } from './gem-listing.ts';
import { compareVersions, isPrerelease, splitVersion } from './gem-version.ts';
import { instance, loaded, marshal, type Ruby, restored, symbol } from './ruby-marshal.ts';

const versionValue = (number: string) => restored('Gem::Version', [number]);
const requirementValue = (conditions: readonly Condition[]) =>
  restored('Gem::Requirement', [conditions.map(([operator, number]): Ruby => [operator, versionValue(number)])]);

/** In the order of `Gem::Specification#_dump`. */
function specificationValue(spec: GemSpecification): Ruby {
  const dependencies = spec.dependencies.map(({ name, conditions, development }) =>
    instance('Gem::Dependency', {
      '@name': name,
      '@requirement': requirementValue(conditions),
      '@type': symbol(development ? 'development' : 'runtime'),
      '@prerelease': false,
      '@version_requirements': requirementValue(conditions),
    }),
  );
  const fields: Ruby = [
    spec.rubygemsVersion,
    4,
    spec.name,
    versionValue(spec.number),
    null,
    spec.summary,
    requirementValue(spec.ruby),
    requirementValue(spec.rubygems),
    spec.platform,
    dependencies,
    '',
    spec.email,
    spec.authors,
    spec.description || null,
    spec.homepage || null,
    true,
    spec.platform,
    spec.licenses,
    spec.metadata,
  ];
  return loaded('Gem::Specification', marshal(fields));
}

/** The lists that `gem search` and older clients read. */
function renderTuples(want: Want, { gems }: GemListing): Rendered {
  const tuples: Ruby[] = [];
  for (const [name, { versions }] of gems) {
    const wanted = versions.filter((version) => isPrerelease(version) === (want.variant === 'prerelease_specs')).toSorted(compareVersions);
    const newest = new Map(wanted.map((version) => [splitVersion(version).platform, version]));
    const listed = want.variant === 'latest_specs' ? [...newest.values()] : wanted;
    for (const version of listed) {
      const { number, platform } = splitVersion(version);
      tuples.push([name, versionValue(number), platform]);
    }
  }
  return { contentType: 'application/octet-stream', body: gzipSync(marshal(tuples)) };
}

const text = (body: string): Rendered => ({ contentType: 'text/plain; charset=utf-8', body, grows: true });

/** Where it is not known what came when, each gem has one line. */
const versionLines = ({ gems }: GemListing, names: readonly string[]) =>
  names.map((name) => {
    const { versions, validator } = gems.get(name)!;
    return `${name} ${versions.toSorted(compareVersions).join(',')} ${validator}\n`;
  });

export function render(want: Want, model: GemListing): Rendered {
  const names = [...model.gems.keys()].sort();
  switch (want.variant) {
    case 'info':
      return text(writeLines(model.lines));
    case 'specification':
      return { contentType: 'application/octet-stream', body: model.packed ?? deflateSync(marshal(specificationValue(model.specification!))) };
    case 'versions':
      return text(`created_at: 2000-01-01T00:00:00Z\n---\n${(model.history ?? versionLines(model, names)).join('')}`);
    case 'names':
      return text(`---\n${names.map((name) => `${name}\n`).join('')}`);
    default:
      return renderTuples(want, model);
  }
}
