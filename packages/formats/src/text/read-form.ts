import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { documentRefusals } from '../document-refusals.ts';

export interface FormFile<Staged> {
  field: string;
  fileName: string;
  staged: Staged;
}

export interface Form<Staged> {
  /** Every value of every field, in order. */
  fields: ReadonlyMap<string, readonly string[]>;
  files: readonly FormFile<Staged>[];
}

export interface FormLimits {
  fields: number;
  fieldSize: number;
  files: number;
  /** Which parts are files, by their names; without it those that have a file name or are plain bytes. */
  isFile?(field: string): boolean;
}

/**
 * Reads a multipart form as it streams in; files go straight to `stage`.
 * @throws AppError `bad_request` when it is not a form or broken, `too_large` beyond the limits
 */
export async function readForm<Staged>(
  body: Readable,
  contentType: string | undefined,
  limits: FormLimits,
  stage: (body: Readable, field: string) => Promise<Staged>,
): Promise<Form<Staged>> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) throw new AppError(documentRefusals.body_is_no_form);
  const fields = new Map<string, string[]>();
  const files: Promise<FormFile<Staged>>[] = [];
  let text = 0;
  let excess: AppError | undefined;
  const parser = openParser(contentType ?? '', limits);
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) excess ??= new AppError(documentRefusals.form_field_too_long, { name });
    text += value.length;
    if (text > readingLimits.formText.most) parser.destroy(new AppError(documentRefusals.form_fields_too_long));
    const values = fields.get(name) ?? [];
    values.push(value);
    fields.set(name, values);
  });
  const open = new Set<PassThrough>();
  parser.on('file', (field, stream, fileName) => {
    // The parser reports a broken part at once, maybe before anybody listens, or never when the body itself breaks: both end this copy.
    const copy = new PassThrough();
    open.add(copy);
    copy.on('error', () => undefined);
    stream.on('error', () => undefined);
    pipeline(stream, copy).catch(() => copy.destroy());
    const staging = stage(copy, field).then((staged) => ({ field, fileName, staged }));
    // When staging fails the rest of the body has nowhere to go.
    staging.catch((error: unknown) => parser.destroy(error as Error));
    files.push(staging);
  });
  parser.on('fieldsLimit', () => {
    excess ??= new AppError(documentRefusals.form_has_too_many_fields);
  });
  parser.on('filesLimit', () => {
    excess ??= new AppError(documentRefusals.form_has_too_many_files);
  });
  let broken: unknown;
  await pipeline(body, parser).catch((error: unknown) => {
    broken = error;
    for (const copy of open) copy.destroy(error as Error);
  });
  const settled = await Promise.allSettled(files);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed?.reason instanceof AppError) throw failed.reason;
  if (broken instanceof AppError) throw broken;
  if (broken || failed) throw new AppError(documentRefusals.form_broken_off, {}, { cause: broken ?? failed?.reason });
  if (excess) throw excess;
  return { fields, files: settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value) };
}

function openParser(contentType: string, { isFile, ...limits }: FormLimits): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      ...(isFile ? { isPartAFile: (field) => isFile(field ?? '') } : {}),
      limits: { ...limits, fieldNameSize: 200, parts: limits.fields + limits.files, headerPairs: 50 },
    });
  } catch (cause) {
    throw new AppError(documentRefusals.form_damaged, {}, { cause });
  }
}
