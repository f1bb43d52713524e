/** Third entry of the console kit: forms that make and change things. */
export { FormRefusal } from './forms/form-refusal.ts';
export { RecordDrawer } from './forms/record-drawer.tsx';
export { RecordForm } from './forms/record-form.tsx';
export { StaleBanner } from './forms/stale-banner.tsx';
export { useBaseline } from './forms/use-baseline.ts';
