import { isApiError } from '@packhouse/console-kit/console-kit.ts';
import { type RepositoryClass, repositoryClasses } from '@packhouse/contract/repositories/format-ids.ts';
import { t } from './administration-words.ts';
import { type DraftProblems, fieldProblems, makeProblems, type RepositoryDraft } from './repository-draft.ts';

export function isClass(text: string | undefined): text is RepositoryClass {
  return repositoryClasses.some((one) => one === text);
}

/** A refusal that points at the form's fields. */
class FormRefusal extends Error {
  readonly fields: readonly { path: string; message: string }[];
  constructor(message: string, problems: DraftProblems) {
    super(message);
    this.fields = Object.entries(problems).map(([path, text]) => ({ path, message: text }));
  }
}

/** Translates the server's names of fields into the form's. */
export async function withFormFields<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isApiError(error) && error.fields.length > 0) throw new FormRefusal(error.message, fieldProblems(error.fields));
    throw error;
  }
}

/** @throws an error that points at what the contract would refuse */
export function check(draft: RepositoryDraft): void {
  const problems = makeProblems(draft);
  const count = Object.keys(problems).length;
  if (count > 0) throw new FormRefusal(t('problems', { count }), problems);
}
