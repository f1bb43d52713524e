import { isApiError } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal } from '@packhouse/console-kit/forms.ts';
import { getPlace, type PermissionDraft, type SectionDraft, type SectionProblem, sectionProblem } from './permission-draft.ts';
import { t } from './permissions-words.ts';

function readWords(problem: SectionProblem, section: SectionDraft): string {
  if (problem.kind === 'noNames') return t(`missing_${section.resourceType}`);
  if (problem.kind === 'noPrincipals') return t('missingPrincipals');
  if (problem.kind === 'noActions') return t('missingActions', { name: problem.name });
  return `${problem.pattern}: ${problem.message}`;
}

/** Says what a section is called in a message: its type, and which one of them. */
function getName(sections: readonly SectionDraft[], index: number): string {
  const section = sections[index];
  if (!section) return t('sections');
  const number = sections.filter((one, at) => at <= index && one.resourceType === section.resourceType).length;
  return number > 1 ? `${t(section.resourceType)} ${number}` : t(section.resourceType);
}

/** Says which section lacks what, before anything is sent. */
export const sectionsRule = {
  validator: async (_: unknown, sections: readonly SectionDraft[] = []) => {
    for (const [index, section] of sections.entries()) {
      const problem = sectionProblem(section);
      if (problem) throw new Error(`${getName(sections, index)}: ${readWords(problem, section)}`);
    }
  },
};

/** Where the server complains about a section, the message says about which. */
export function nameSections(error: Error, { sections }: PermissionDraft): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  const fields = error.fields.map(({ path, message }) => {
    const { field, section } = getPlace(path);
    return { path: field, message: section === undefined ? message : `${getName(sections, section)}: ${message}` };
  });
  return new FormRefusal(error.message, fields);
}
