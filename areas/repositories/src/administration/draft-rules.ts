import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { makeProblems, newDraft, type RepositoryDraft } from './repository-draft.ts';

interface FormAccess {
  getFieldsValue: (all: true) => Partial<RepositoryDraft>;
}

/** The rule of one field: whatever the contract says about the draft as it stands, in the contract's words. */
export function draftRules(field: keyof RepositoryDraft) {
  return [
    ({ getFieldsValue }: FormAccess) => ({
      validator: async () => {
        const values = getFieldsValue(true);
        const problem = makeProblems({ ...newDraft(values.class ?? 'local', values.format ?? plainFormat), ...values })[field];
        if (problem) throw new Error(problem);
      },
    }),
  ];
}
