import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import type { Draft, DraftFile, PublishContext, StagedFile, Want } from '../format.ts';
import { type Form, type FormFile, readForm } from '../text/read-form.ts';
import { readDistribution } from './core-metadata.ts';
import { filePath, isProjectName, normalise, normalVersion, parseFileName } from './pypi-names.ts';
import { refusals } from './pypi-refusals.ts';

// https://docs.pypi.org/api/upload/
const formLimits = { fields: 5000, fieldSize: readingLimits.formText.most, files: 2 };

function checkDigests(fields: Form<StagedFile>['fields'], { sha256, md5 }: StagedFile): void {
  const promised = [
    ['sha256_digest', sha256],
    ['md5_digest', md5],
  ] as const;
  for (const [field, actual] of promised) {
    const digest = fields.get(field)?.[0]?.toLowerCase();
    if (digest && digest !== actual) throw new AppError(refusals.pypi_digest_differs, { field });
  }
}

/** A twine that runs with --skip-existing looks for these words. */
function alreadyExists(fileName: string): AppError {
  return new AppError(refusals.distribution_exists, { name: fileName });
}

async function getDistribution(
  project: string,
  form: Form<StagedFile>,
  { fileName, staged }: FormFile<StagedFile>,
  context: PublishContext,
): Promise<DraftFile[]> {
  const named = parseFileName(fileName, project);
  if (!named) throw new AppError(refusals.no_distribution_name, { name: JSON.stringify(fileName), project });
  const stated = form.fields.get('version')?.[0];
  if (stated !== undefined && normalVersion(stated) !== named.version)
    throw new AppError(refusals.form_says_other_version, { version: stated, other: named.version });
  checkDigests(form.fields, staged);
  const path = filePath(project, fileName);
  const existing = await context.rows.file(path);
  if (existing && existing.sha256 !== staged.sha256) throw alreadyExists(fileName);
  const { inspection, metadata } = await context.read(readDistribution, { package: project, version: named.version, lead: true }, path, staged);
  const files: DraftFile[] = [{ path, staged, inspection }];
  // PEP 658: resolvers read this instead of the whole wheel. A source distribution's metadata is only known when it is built.
  if (named.kind === 'wheel') {
    const location = { package: project, version: named.version };
    files.push({ path: `${path}.metadata`, staged: await context.stage(Readable.from([metadata])), inspection: location });
  }
  return files;
}

/** Takes what twine and uv send: a form with the metadata, and the distribution in `content`. */
export async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant !== 'upload') return undefined;
  const form = await readForm(context.body, context.request.headers['content-type'], formLimits, (body) => context.stage(body));
  const action = form.fields.get(':action')?.[0];
  if (action !== undefined && action !== 'file_upload') throw new AppError(refusals.pypi_action_unknown, { action: JSON.stringify(action.slice(0, 50)) });
  const name = form.fields.get('name')?.[0] ?? '';
  if (!isProjectName(name)) throw new AppError(refusals.form_names_no_project);
  const project = normalise(name);
  const content = form.files.find(({ field }) => field === 'content');
  if (!content) throw new AppError(refusals.form_without_content);
  const files = await getDistribution(project, form, content, context);
  const signature = form.files.find(({ field }) => field === 'gpg_signature');
  const [distribution] = files;
  if (signature && distribution?.inspection) {
    const { package: owner, version } = distribution.inspection;
    files.push({ path: `${distribution.path}.asc`, staged: signature.staged, inspection: { package: owner, version } });
  }
  return { files, answer: { contentType: 'text/plain; charset=utf-8', body: 'OK' } };
}
