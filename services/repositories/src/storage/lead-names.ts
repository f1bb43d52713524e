import { type FormatId, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';

// PostgreSQL reads these expressions, too.

/** Plain files that tell what they consist of, by their names; programs seldom have an ending, and are not small. */
export const tellingName = String.raw`(^|/)bom\.json$|\.(cdx|cyclonedx|spdx|sbom)\.json$|\.(zip|jar|war|ear|whl|tar|tgz|tar\.gz|tar\.xz|tar\.zst|exe)$`;
/** Lock files, which say what software consists of wherever they are kept. */
export const lockName = String.raw`(^|/)((package-lock|npm-shrinkwrap|packages\.lock)\.json|(yarn|bun|Cargo|Pipfile|poetry|uv|pdm|composer|mix|pubspec|conan|Gemfile|Chart)\.lock|pnpm-lock\.yaml|gems\.locked|go\.mod|pom\.xml|requirements\.txt|pylock(\.[^/]+)?\.toml|Package\.resolved|\.terraform\.lock\.hcl|(buildscript-)?gradle\.lockfile)$`;
export const programName = '(^|/)[^./]+$';
export const smallestProgram = 64 * 1024;

const telling = new RegExp(tellingName, 'i');
const lock = new RegExp(lockName);
const program = new RegExp(programName);

/** Whether a file would stand for a version if it were kept; one of unknown size may be a program. */
export function mayStandForVersion(format: FormatId, path: string, size: number | undefined): boolean {
  if (format !== plainFormat) return getFormat(format).locate(path)?.lead === true;
  return telling.test(path) || lock.test(path) || (program.test(path) && (size ?? smallestProgram) >= smallestProgram);
}
