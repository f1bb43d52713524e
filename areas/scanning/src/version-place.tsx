import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import { FormatIcon } from '@packhouse/ui/core.ts';

/** A package as people call it: its id says the format, too, in the words of the wire. That of a build or a release bundle says that it is one. */
export const getPackageName = (packageId: string): string => parsePackageId(packageId)?.name ?? packageId.replace(/^(build|releaseBundle):\/\//, '');

interface VersionPlaceProps {
  repository: string;
  packageId: string;
  version: string;
}

/** Where a version is: its repository, and the package with the mark of its format. */
export function VersionPlace({ repository, packageId, version }: VersionPlaceProps) {
  const format = parsePackageId(packageId)?.format;
  return (
    <span className="scan-where">
      {format && <FormatIcon format={format} size={16} />} {`${repository}: ${getPackageName(packageId)} ${version}`}
    </span>
  );
}
