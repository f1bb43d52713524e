import { isApiError } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal } from '@packhouse/console-kit/forms.ts';
import { type RepositoryClass, repositoryClasses } from '@packhouse/contract/repositories/format-ids.ts';
import { t } from './administration-words.ts';
import { type DraftProblems, fieldProblems, makeProblems, type RepositoryDraft } from './repository-draft.ts';

export function isClass(text: string | undefined): text is RepositoryClass {
  return repositoryClasses.some((one) => one === text);
}

function atFields(message: string, problems: DraftProblems): FormRefusal {
  return new FormRefusal(
    message,
    Object.entries(problems).map(([path, text]) => ({ path, message: text })),
  );
}

/** Translates the server's names of fields into the form's. */
export function inFormFields(error: Error): Error {
  return isApiError(error) && error.fields.length > 0 ? atFields(error.message, fieldProblems(error.fields)) : error;
}

/** @throws an error that points at what the contract would refuse */
export function check(draft: RepositoryDraft): void {
  const problems = makeProblems(draft);
  const count = Object.keys(problems).length;
  if (count > 0) throw atFields(t('problems', { count }), problems);
}
