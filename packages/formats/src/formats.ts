import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { alpine } from './alpine/alpine.ts';
import { cargo } from './cargo/cargo.ts';
import { debian } from './debian/debian.ts';
import { docker } from './docker/docker.ts';
import type { Format } from './format.ts';
import { gems } from './gems/gems.ts';
import { generic } from './generic/generic.ts';
import { go } from './go/go.ts';
import { gradle } from './gradle/gradle.ts';
import { helm } from './helm/helm.ts';
import { maven } from './maven/maven.ts';
import { npm } from './npm/npm.ts';
import { nuget } from './nuget/nuget.ts';
import { pypi } from './pypi/pypi.ts';
import { rpm } from './rpm/rpm.ts';
import { swift } from './swift/swift.ts';
import { terraform } from './terraform/terraform.ts';

/** Every format, in the order the console offers them. Adding one is a folder and a line here. */
export const formats: readonly Format[] = [generic, npm, maven, gradle, pypi, docker, helm, go, cargo, debian, rpm, alpine, swift, terraform, gems, nuget];

const byId = new Map<string, Format>(formats.map((format) => [format.id, format]));

export function formatOf(id: FormatId): Format {
  const format = byId.get(id);
  if (!format) throw new Error(`No format ${id}`);
  return format;
}
