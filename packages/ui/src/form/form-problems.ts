import type { ApiError } from '@packhouse/contract/client.ts';
import type { FormInstance } from 'antd';

/** One thing that is wrong with one field. */
export interface Problem {
  name: readonly (string | number)[];
  message: string;
}

/** Why nothing was saved: of the whole, and field by field. */
export interface Failure {
  message?: string;
  problems: readonly Problem[];
}

/** Fields that name what a form makes, the more exact one first. */
const naming = ['key', 'name'];

/** This part of a control can have the focus. */
const reachable = 'input:not([type=hidden]), select, textarea, button, [tabindex]';

/** The field of the form that a path of the input belongs to: the one it names, or the one that holds it. */
function fieldAt(path: string, form: FormInstance): Problem['name'] | undefined {
  const parts = path.split('.');
  const holds = (name: readonly (string | number)[]) => name.length > 0 && name.every((part, at) => String(part) === parts[at]);
  return form
    .getFieldsError()
    .map(({ name }) => name)
    .filter(holds)
    .sort((one, other) => other.length - one.length)[0];
}

/** The fields at fault. What exists already is the fault of the field that names it. */
function findFields({ code, message = '', fields = [] }: Partial<ApiError>, form: FormInstance): NonNullable<Partial<ApiError>['fields']> {
  if (fields.length > 0 || !code?.endsWith('_exists')) return fields;
  const path = naming.find((name) => fieldAt(name, form) !== undefined);
  return path === undefined ? [] : [{ path, message }];
}

/** Gives what a refusal says of the form, after the fields at fault have been marked. */
export function makeProblems(error: unknown, form: FormInstance): Failure {
  const { message = '' } = error as Partial<ApiError>;
  const said = findFields(error as Partial<ApiError>, form).map((field) => ({ name: fieldAt(field.path, form), message: field.message }));
  const problems = said.flatMap(({ name, message: words }) => (name ? [{ name, message: words }] : []));
  const byField = Map.groupBy(problems, ({ name }) => name.join('.'));
  form.setFields([...byField.values()].map((own) => ({ name: own[0]?.name as never, errors: own.map((problem) => problem.message) })));
  if (said.length === 0) return { message, problems };
  // What belongs to no field of the form is told above it; the rest stands in the list already.
  const elsewhere = said.filter(({ name }) => name === undefined).map((one) => one.message);
  return elsewhere.length > 0 ? { message: elsewhere.join(' '), problems } : { problems };
}

/** What the server said of fields that were not touched since is said again if it still holds. */
export function forgetProblems(form: FormInstance): void {
  const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0);
  form.setFields(wrong.map(({ name }) => ({ name, errors: [] })));
}

const getElement = ({ name }: Pick<Problem, 'name'>) => document.getElementById(name.join('_'));

/** Problems as their fields follow each other on the page; those of no field in sight come last. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((one, other) => {
    const [before, after] = [getElement(one), getElement(other)];
    if (!before || !after) return Number(!before) - Number(!after);
    return before.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** Goes to a field, opening the groups that it is closed away in. Answers whether it could. */
export function goTo(form: FormInstance, name: Problem['name']): boolean {
  const field = getElement({ name });
  for (let group = field?.closest('details'); group; group = group.parentElement?.closest('details')) group.open = true;
  const before = document.activeElement;
  form.focusField(name as never);
  const isThere = () => document.activeElement !== before || (field?.contains(before) ?? false);
  // A control made of several parts is reached at its first one.
  if (!isThere()) (field?.matches(reachable) ? field : field?.querySelector<HTMLElement>(reachable))?.focus();
  return isThere();
}
