import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

/** Keys and clicks, one after the other without pauses. */
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true });

/** Longer texts are pasted, as people do. */
const typedAtMost = 12;

/** The form that is in front: the topmost dialog, else the page. */
export function front(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ?? document.body;
}

/** Reads what a label says, without what is said behind it about being optional. */
const readWords = (label: Element) => (label.textContent ?? '').replace(/\s*\(?(?:optional)\)?$/, '').trim();

/** The control that people see under this name. */
export function fieldNamed(name: string): HTMLElement {
  const label = [...front().querySelectorAll('label')].find((one) => readWords(one) === name);
  const field = label?.htmlFor ? document.getElementById(label.htmlFor) : label?.querySelector<HTMLElement>('input, select, textarea');
  const found = field ?? front().querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`);
  if (!found) throw new Error(`There is no field '${name}'; there are ${[...front().querySelectorAll('label')].map(readWords).join(', ')}`);
  return found;
}

/** The button of this name. */
export function buttonNamed(name: string): HTMLElement | undefined {
  const isNamed = (one: HTMLElement) => {
    const text = one.textContent?.trim() ?? '';
    // Lines of a menu show behind their words which keys do the same.
    return text === name || one.getAttribute('aria-label') === name || (one.getAttribute('role')?.startsWith('menuitem') === true && text.startsWith(name));
  };
  return [...front().querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find(isNamed);
}

/** Presses a button, as soon as it is there. */
export async function press(name: string): Promise<void> {
  await waitFor(() => expect(buttonNamed(name), `there is a button '${name}'`).toBeDefined());
  await user.click(buttonNamed(name)!);
}

/** Presses a button again before the first press can have done anything. */
export async function pressTwice(name: string): Promise<void> {
  await user.dblClick(buttonNamed(name)!);
}

const isTicked = (field: HTMLElement) => field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
const isList = (field: HTMLElement) => field.getAttribute('role') === 'combobox' && field.closest('.ant-select') !== null;
const finds = (field: HTMLElement) => field.getAttribute('role') === 'combobox' && !isList(field);

const choiceNamed = (value: string) => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find((one) => one.textContent === value);

/** Several choices are picked from the list, or typed where there is none, each ended by Enter. */
async function addToList(field: HTMLElement, value: string): Promise<void> {
  if (field.closest('.ant-select')?.textContent?.includes(value)) return;
  await user.click(field);
  const choice = choiceNamed(value);
  if (choice) await user.click(choice);
  else await user.keyboard(`${value}{Enter}`);
}

async function chooseFromList(field: HTMLElement, value: string): Promise<void> {
  if (field.closest('.ant-select-multiple')) return addToList(field, value);
  await user.click(field);
  await waitFor(() => expect(choiceNamed(value), `there is a choice '${value}'`).toBeDefined());
  await user.click(choiceNamed(value)!);
}

async function find(field: HTMLElement, value: string): Promise<void> {
  await user.click(field);
  await user.paste(value);
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${value}`) }));
}

async function write(field: HTMLElement, value: string): Promise<void> {
  field.focus();
  await user.clear(field);
  if (value === '') return;
  const isLong = value.length > typedAtMost || /[{}[\]\n]/.test(value);
  await (isLong ? user.paste(value) : user.keyboard(value));
}

/** Gives a field a value with keys, as its kind wants it; ticks are 'on' and 'off'. */
export async function enter(name: string, value: string): Promise<void> {
  const field = fieldNamed(name);
  if (isTicked(field)) {
    if ((field as HTMLInputElement).checked !== (value === 'on')) await user.click(field);
  } else if (field instanceof HTMLSelectElement) await user.selectOptions(field, value);
  else if (isList(field)) await chooseFromList(field, value);
  else if (finds(field)) await find(field, value);
  else await write(field, value);
}

/** Tells what stands in a field, as a person reads it. */
function standsIn(name: string): string {
  const field = fieldNamed(name);
  if (isTicked(field)) return (field as HTMLInputElement).checked ? 'on' : 'off';
  if (isList(field)) return field.closest('.ant-select')?.querySelector('.ant-select-content, .ant-select-selector')?.textContent ?? '';
  return (field as HTMLInputElement).value;
}

/** Whether the field still has what was entered; pickers of several things list them beside it. */
export function expectKept(name: string, value: string): void {
  const field = fieldNamed(name);
  if (isList(field)) expect(standsIn(name), name).toContain(value);
  else if (finds(field) && standsIn(name) === '') expect(within(front()).getAllByText(value).length, name).toBeGreaterThan(0);
  else expect(standsIn(name), name).toBe(value);
}

/** Gives what is said about a field to whoever is in it: the texts it names as its description. */
export function getSaid(name: string): string {
  const field = fieldNamed(name);
  // A choice among boxes is described as a whole.
  const described = field.closest('[aria-describedby]') ?? field.querySelector('[aria-describedby]');
  const ids = described?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Whether the field says of itself that it is wrong. */
export function isWrong(name: string): boolean {
  const field = fieldNamed(name);
  return (field.closest('[aria-invalid="true"]') ?? field.querySelector('[aria-invalid="true"]')) !== null;
}

/** Where a field stands among others on the page. */
export function inPageOrder(names: readonly string[]): string[] {
  return [...names].sort((one, other) => (fieldNamed(one).compareDocumentPosition(fieldNamed(other)) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** Whether the focus is in a field, or in a part of it. */
export function hasFocus(name: string): boolean {
  const field = fieldNamed(name);
  const group = field.closest('[role="radiogroup"], [role="group"], fieldset.ph-form-set') ?? field;
  return group.contains(document.activeElement);
}
