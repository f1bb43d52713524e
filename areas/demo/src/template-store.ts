import { type TemporalState, temporal } from 'zundo';
import { createStore, useStore } from 'zustand';

interface Template {
  counter: number;
}

/** The template's counter with the history of its values; a new value after an undo drops what was undone. */
export const templateStore = createStore<Template>()(temporal(() => ({ counter: 0 }), { equality: (one, other) => one.counter === other.counter }));

/** Gives the counter a new value. */
export function setCounter(counter: number): void {
  templateStore.setState({ counter });
}

/** Adds to whatever the counter is at that moment, however quickly it is asked. */
export function addToCounter(step: number): void {
  templateStore.setState(({ counter }) => ({ counter: counter + step }));
}

/** The counter; renders again when it changes. */
export function useCounter(): number {
  return useStore(templateStore, ({ counter }) => counter);
}

/** The history: what can be undone and redone, and how. */
export function useHistory(): TemporalState<Template> {
  return useStore(templateStore.temporal);
}
