import { useEffect } from 'react';
import { tellFederation } from './federation-bus.ts';

/** Tells that a form is closed, whether it was saved or not. */
export function useClosing(): void {
  useEffect(() => () => tellFederation('close-modal'), []);
}
